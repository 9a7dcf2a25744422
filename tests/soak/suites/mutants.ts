import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { code, resultsFolder } from "../code";
import type { Mutant } from "../mutant";
import { mutantGroups } from "../mutants";
import { mutate } from "../mutation/mutate";
import type { SuiteFigures } from "../soak";
import { runTests } from "../vitest-run";

const longestMs = 300_000;
/** A mutant's test meets all callers and enough rounds, not a sample of them. */
const variables = { MATRIX: "all", BUDGET_ROUNDS: "10" };

/** The tree as it stands, but for what git ignores, in a folder to throw away. */
function copyOfTree(): string {
  const folder = mkdtempSync(join(tmpdir(), "muster-mutants-"));
  chmodSync(folder, 0o755);
  const listed = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.stdout.split("\0").filter(Boolean)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    cpSync(file, join(folder, file));
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** A test file's tests that the mutants of a group need, in one run: all of them where one mutant names none. */
async function isGreen(folder: string, suite: string, group: readonly Mutant[]): Promise<boolean> {
  const patterns = group.filter((mutant) => mutant.suite === suite).map(({ tests }) => tests);
  const tests = patterns.includes(undefined) ? undefined : [...new Set(patterns)].join("|");
  const { passed, failed } = await runTests({ cwd: folder, files: [suite], tests, variables, longestMs });
  return passed > 0 && failed === 0;
}

/** Why the mutant lives, or undefined when its suite has caught it. */
async function hunt(
  folder: string,
  mutant: Mutant,
  group: readonly Mutant[],
  green: Map<string, Promise<boolean>>,
): Promise<string | undefined> {
  const { file, suite, tests } = mutant;
  const place = join(folder, file);
  const source = readFileSync(place, "utf8");
  const mutated = mutate(source, mutant);
  if (!green.has(suite)) green.set(suite, isGreen(folder, suite, group));
  if (!(await green.get(suite))) return `${suite} is not green without it`;
  writeFileSync(place, mutated);
  try {
    const { failed, passed, hung, output } = await runTests({
      cwd: folder,
      files: [suite],
      tests,
      variables,
      bail: true,
      longestMs,
    });
    if (failed > 0 || hung) return undefined;
    return passed > 0 ? `${suite} ${tests ?? ""} stayed green` : `${suite} did not run: ${output.slice(-500)}`;
  } finally {
    writeFileSync(place, source);
  }
}

const caughtFile = join(resultsFolder, `${code?.hash}-mutants-caught.txt`);
const keyOf = ({ file, name, suite }: Mutant): string => [file, suite, name].join("\t");

/** Those that were caught in this code already, so that a run that was interrupted goes on. */
const alreadyCaught = (): Set<string> =>
  new Set(code && existsSync(caughtFile) ? readFileSync(caughtFile, "utf8").split("\n") : []);

function keepCaught(mutant: Mutant): void {
  if (!code) return;
  mkdirSync(resultsFolder, { recursive: true });
  appendFileSync(caughtFile, `${keyOf(mutant)}\n`);
}

/** Takes one guard after another out of a copy of the tree, until the queue is empty. Returns why those that live do. */
async function drain(
  queue: Mutant[],
  group: readonly Mutant[],
  green: Map<string, Promise<boolean>>,
): Promise<string[]> {
  const folder = copyOfTree();
  const alive: string[] = [];
  try {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const started = performance.now();
      const why = await hunt(folder, mutant, group, green).catch(String);
      if (why) alive.push(`${mutant.name}: ${why}`);
      else keepCaught(mutant);
      const seconds = Math.round((performance.now() - started) / 1_000);
      console.info(`${why ? "ALIVE " : "caught"} ${seconds} s  ${mutant.name}${why ? `: ${why}` : ""}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return alive;
}

/**
 * Takes the guards of a group out, one for each processor at a time, as most suites wait for most of their time.
 * MUTANTS chooses some by parts of their names, files or suites.
 */
async function run(group: readonly Mutant[]): Promise<SuiteFigures> {
  const chosen = group.filter(({ name, file, suite }) =>
    (process.env.MUTANTS ?? "").split(",").some((part) => `${name} ${file} ${suite}`.includes(part)),
  );
  const caught = alreadyCaught();
  const queue = chosen.filter((each) => !caught.has(keyOf(each)));
  const green = new Map<string, Promise<boolean>>();
  const workers = Math.min(availableParallelism(), queue.length);
  const alive = (await Promise.all(Array.from({ length: workers }, () => drain(queue, group, green)))).flat();
  return {
    figures: { mutants: chosen.length, caught: chosen.length - alive.length },
    faults: alive,
    partial: process.env.MUTANTS !== undefined,
  };
}

/** One suite for each group, so that each is recorded with the commit that it ran on. */
export const mutantSuites = Object.fromEntries(
  Object.entries(mutantGroups).map(([name, group]) => [`mutants-${name}`, () => run(group)]),
);
