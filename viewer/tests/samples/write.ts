/** Writes all samples to a folder: node write.mjs FOLDER. */
import { mkdirSync, writeFileSync } from "node:fs";
import { SAMPLES } from "./index";

const folder = process.argv[2] ?? ".";
mkdirSync(folder, { recursive: true });
for (const [name, make] of Object.entries(SAMPLES)) writeFileSync(`${folder}/${name}.jsonl`, make());
