/** `npm run soak [-- suite …]`: the long suites at full count. A suite that is done for this code is not run again. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { code, resultsFolder } from "./code";
import { recordRun } from "./record";
import { mutantSuites } from "./suites/mutants";
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

const suites: Record<string, () => Promise<SuiteFigures>> = { ...testSuites, ...mutantSuites };
const fileOf = (suite: string) => join(resultsFolder, `${code?.hash}-${suite}.json`);

function kept(suite: string): Kept | undefined {
  if (!code || !existsSync(fileOf(suite))) return undefined;
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
  if (code && done.faults.length === 0 && !done.partial) {
    mkdirSync(resultsFolder, { recursive: true });
    writeFileSync(fileOf(suite), `${JSON.stringify(done, null, 2)}\n`);
    recordRun({ ...done, commit: code.commit }, Object.keys(suites));
  }
  return done;
}

const asked = process.argv.slice(2);
/** `mutants` names all the suites that begin with it. */
const names = (name: string, suite: string): boolean => suite === name || suite.startsWith(`${name}-`);
const unknown = asked.filter((name) => !Object.keys(suites).some((suite) => names(name, suite)));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(", ")}. There are ${Object.keys(suites).join(", ")}.`);
  process.exit(2);
}
const results: Kept[] = [];
for (const [suite, work] of Object.entries(suites))
  if (asked.length === 0 || asked.some((name) => names(name, suite))) results.push(await run(suite, work));
console.info("");
for (const { suite, seconds, at, figures, faults } of results) {
  console.info(
    `${faults.length === 0 ? "ok    " : "FAILED"} ${suite} (${seconds} s, ${at}) ${JSON.stringify(figures)}`,
  );
  for (const fault of faults) console.info(`       ${fault}`);
}
process.exit(results.some(({ faults }) => faults.length > 0) ? 1 : 0);
