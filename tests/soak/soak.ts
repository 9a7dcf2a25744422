/** `npm run soak [-- suite …]`: the long suites at full count. A suite that is done for this commit is not run again. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { mutantSuite } from "./suites/mutants";
import { testSuites } from "./suites/tests";

export interface SuiteFigures {
  figures: Record<string, unknown>;
  /** What is wrong; nothing when the suite holds. */
  faults: string[];
  /** Counts were chosen by hand: the suite is not done with it. */
  partial: boolean;
}

interface Kept extends SuiteFigures {
  suite: string;
  seconds: number;
  at: string;
}

const suites: Record<string, () => Promise<SuiteFigures>> = { ...testSuites, mutants: mutantSuite };
const folder = "soak-results";

const git = (...args: string[]): string => spawnSync("git", args, { encoding: "utf8" }).stdout.trim();

/** Undefined with changes that are not committed: their results are not kept. */
const commit = git("status", "--porcelain") === "" ? git("rev-parse", "HEAD") : undefined;
const fileOf = (suite: string) => join(folder, `${commit}-${suite}.json`);

function kept(suite: string): Kept | undefined {
  if (!commit || !existsSync(fileOf(suite))) return undefined;
  return JSON.parse(readFileSync(fileOf(suite), "utf8"));
}

async function run(suite: string, work: () => Promise<SuiteFigures>): Promise<Kept> {
  const known = kept(suite);
  if (known) return known;
  console.info(`\n— ${suite}`);
  const started = performance.now();
  const result = await work();
  const seconds = Math.round((performance.now() - started) / 1_000);
  const done = { suite, ...result, seconds, at: new Date().toISOString() };
  mkdirSync(folder, { recursive: true });
  if (commit && done.faults.length === 0 && !done.partial)
    writeFileSync(fileOf(suite), `${JSON.stringify(done, null, 2)}\n`);
  return done;
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(", ")}. There are ${Object.keys(suites).join(", ")}.`);
  process.exit(2);
}
const results: Kept[] = [];
for (const [suite, work] of Object.entries(suites))
  if (asked.length === 0 || asked.includes(suite)) results.push(await run(suite, work));
console.info("");
for (const { suite, seconds, at, figures, faults } of results) {
  console.info(
    `${faults.length === 0 ? "ok    " : "FAILED"} ${suite} (${seconds} s, ${at}) ${JSON.stringify(figures)}`,
  );
  for (const fault of faults) console.info(`       ${fault}`);
}
process.exit(results.some(({ faults }) => faults.length > 0) ? 1 : 0);
