// Bundles the page, the script for positions and the tests. Run by ./build and ./test.
import { build } from "esbuild";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";

const here = new URL(".", import.meta.url).pathname;
const LIMIT = 700_000;

// The page draws with shaders of its own, never with those of three: their text is left out, but for one function that all have.
const withoutShaders = {
  name: "without three's shaders",
  setup(bundle) {
    bundle.onLoad({ filter: /three\.module\.js$/ }, ({ path }) => {
      let left = 0;
      const contents = readFileSync(path, "utf8").replace(/^(var|const) ([\w$]+) = "(?:[^"\\]|\\.)*";$/gm, (line, word, name) => {
        if (name === "colorspace_pars_fragment" || !/\\n/.test(line) || !/#include|#if|vec[234]|gl_|uniform/.test(line)) return line;
        left++;
        return `${word} ${name} = "";`;
      });
      if (left < 100) throw new Error(`three keeps its shaders elsewhere now: only ${left} were found`);
      return { contents, loader: "js" };
    });
  },
};

async function page() {
  const { outputFiles } = await build({
    entryPoints: [`${here}src/main.ts`], bundle: true, minify: true, format: "esm", target: "es2022", write: false, legalComments: "none",
    plugins: [withoutShaders],
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const { outputFiles: styles } = await build({ entryPoints: [`${here}src/style.css`], minify: true, write: false });
  const script = outputFiles[0].text.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
  const html = readFileSync(`${here}src/page.html`, "utf8")
    .replace("/*STYLE*/", () => styles[0].text.trim())
    .replace("/*SCRIPT*/", () => script);
  const places = html.split("<!--osculate:trace-->").length - 1;
  if (places !== 1) throw new Error(`the page has ${places} places for a trace, not one`);
  mkdirSync(`${here}dist`, { recursive: true });
  writeFileSync(`${here}dist/viewer.html`, html);
  const size = statSync(`${here}dist/viewer.html`).size;
  if (size > LIMIT) throw new Error(`the page has ${size} bytes; at most ${LIMIT} are allowed`);
  console.log(`dist/viewer.html: ${size} bytes`);
}

const node = { bundle: true, platform: "node", format: "esm", target: "node20", logLevel: "warning" };

await page();
await build({ ...node, entryPoints: [`${here}src/positions.ts`], outfile: `${here}dist/positions.mjs` });
if (process.argv.includes("--tests")) {
  await build({
    ...node, entryPoints: [`${here}tests/*.test.ts`, `${here}tests/browser/run.ts`, `${here}tests/samples/write.ts`], outdir: `${here}dist/tests`, outbase: `${here}tests`,
    outExtension: { ".js": ".mjs" }, external: ["playwright-core"], define: { "globalThis.VIEWER": JSON.stringify(here) },
  });
}
