/**
 * Runs the browser tests, one after the other. `--count` only says how many there are; words choose tests whose names have them.
 * Without a browser they are skipped, with one line; with OSCULATE_BROWSER=required that fails.
 */
import { existsSync } from "node:fs";
import { keyboard } from "./keyboard";
import { layers } from "./layers";
import { loading } from "./loading";
import { looks } from "./looks";
import { playing } from "./playing";
import { BROWSER, Browsing, type Tests } from "./browsing";

const ALL: Tests = { ...loading, ...playing, ...layers, ...keyboard, ...looks };

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const chosen = Object.entries(ALL).filter(([name]) => words.length === 0 || words.some((word) => name.includes(word)));
  const skip = (reason: string): number => {
    console.log(`skipped: ${chosen.length} browser tests: ${reason}`);
    return process.env.OSCULATE_BROWSER === "required" ? 1 : 0;
  };
  if (!existsSync(BROWSER)) return skip(`there is no ${BROWSER}; viewer/install-browser installs it`);
  let browsing: Browsing;
  try {
    browsing = await Browsing.start();
  } catch (fault) {
    return skip(`${BROWSER} does not start: ${String(fault).split("\n")[0]}`);
  }
  let failed = 0;
  for (const [name, run] of chosen) {
    const begin = Date.now();
    const faults: unknown[] = [];
    await run(browsing).catch((fault: unknown) => faults.push(fault));
    await browsing.settle().catch((fault: unknown) => faults.push(fault));
    if (faults.length) failed++;
    console.log(`${faults.length ? "FAILED" : "ok"} ${name} (${((Date.now() - begin) / 1000).toFixed(1)} s)`);
    for (const fault of faults) console.log(fault instanceof Error ? fault.stack : String(fault));
  }
  console.log(`# ${browsing.requests} requests, none of which left the machine unnoticed`);
  await browsing.stop();
  console.log(failed ? `${failed} of ${chosen.length} browser tests failed` : `${chosen.length} browser tests passed, 0 skipped`);
  return failed ? 1 : 0;
}

process.exitCode = await main();
