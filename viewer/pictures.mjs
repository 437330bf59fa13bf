/** Pictures of traces: node pictures.mjs OSCULATE FOLDER [NAME …]; without names, all of them. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chromium } from "playwright-core";

const [osculate, folder] = process.argv.slice(2, 4).map((path) => resolve(path));
const names = process.argv.slice(4);
const work = mkdtempSync(join(tmpdir(), "osculate-pictures-"));
const page = resolve(new URL(".", import.meta.url).pathname, "dist/viewer.html");

/** A sheet of n·n squares at height z(x, y), as a PLY file. */
function sheet(name, n, height) {
  const lines = [];
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= n; j++) {
      const [x, y] = [(4 * i) / n - 2, (4 * j) / n - 2];
      lines.push(`${x} ${y} ${height(x, y)}`);
    }
  }
  const faces = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const a = i * (n + 1) + j;
      faces.push(`3 ${a} ${a + n + 1} ${a + n + 2}`, `3 ${a} ${a + n + 2} ${a + 1}`);
    }
  }
  const header = `ply\nformat ascii 1.0\nelement vertex ${lines.length}\nproperty double x\nproperty double y\nproperty double z\n`
    + `element face ${faces.length}\nproperty list uchar int vertex_indices\nend_header\n`;
  const path = join(work, name);
  writeFileSync(path, `${header}${lines.join("\n")}\n${faces.join("\n")}\n`);
  return path;
}

const falls = [
  sheet("sheet.ply", 48, (x, y) => 1.6 + 0.05 * Math.sin(3 * x) * Math.cos(2 * y)),
  sheet("sheet-after.ply", 48, (x, y) => 0.5 - 0.1 * (x * x + y * y)),
];

/** What to run, where to look, and the keys to press there: e is nearer, a full stop the next event. */
const PICTURES = [
  { name: "knots", hash: "t=0.6199654&layers=contacts&quality=high", keys: "eeee", run: ["toc"] },
  { name: "discs", hash: "t=12&layers=walls,boxes&colour=speed", run: ["events", "--discs", "2048", "--seconds", "20"] },
  { name: "spheres", hash: "t=3&layers=walls,trails&colour=speed&quality=high", keys: "ee", run: ["events", "--spheres", "300", "--fraction", "0.05", "--seconds", "5"] },
  { name: "cloth", hash: "t=0.55&layers=contacts&quality=high", keys: "eee.", run: ["deform", ...falls, "--obstacle", "builtin:icosphere"] },
  { name: "robot", hash: "t=0.9&quality=high", keys: "ee.", run: ["robot", "builtin:arm7"] },
  { name: "card-house", hash: "t=1.5&layers=contacts&quality=high", run: ["simulate", "builtin:card-house", "--seconds", "2"] },
  { name: "hoop", hash: "t=0.34&quality=high", keys: "eeeeee", run: ["simulate", "builtin:hoop-and-ball", "--seconds", "0.5"] },
  { name: "tree", hash: "t=0.45&layers=sweptTree&level=4&quality=high", keys: "eee", run: ["toc"] },
];

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.OSCULATE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
try {
  for (const { name, hash, keys = "", run } of PICTURES) {
    if (names.length && !names.includes(name)) continue;
    const [trace, html] = [join(work, `${name}.jsonl`), join(work, `${name}.html`)];
    execFileSync(osculate, [...run, "--trace", trace], { stdio: ["ignore", "ignore", "inherit"] });
    execFileSync(osculate, ["view", trace, "--html", html, "--page", page]);
    const tab = await browser.newPage({ viewport: { width: 960, height: 600 }, colorScheme: "light" });
    await tab.goto(`file://${html}#${hash}&theme=light`);
    await tab.waitForFunction(() => window.osculate?.ready);
    for (const key of keys) await tab.keyboard.press(key);
    await tab.waitForTimeout(2000);
    await tab.screenshot({ path: join(folder, `${name}.jpg`), type: "jpeg", quality: 86 });
    await tab.close();
    console.log(`${join(folder, `${name}.jpg`)}: osculate ${run.map((word) => word.replace(work, "…")).join(" ")}, at ${hash}`);
  }
} finally {
  await browser.close();
  rmSync(work, { recursive: true });
}
