import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, totalmem } from "node:os";

const file = "docs/soak.md";
const head = `# Long suites

The last complete run of each suite of \`npm run soak\`, written by the command, with the tested commit. Runs with custom counts and
failed runs are not recorded.

| Suite | Commit | Date | Seconds | Machine | Figures |
|---|---|---|---|---|---|
`;

export interface SuiteRecord {
  suite: string;
  commit: string;
  at: string;
  seconds: number;
  figures: Record<string, unknown>;
}

/** Replaces the suite's row, or adds one, in the order of `suites`. */
export function recordRun({ suite, commit, at, seconds, figures }: SuiteRecord, suites: readonly string[]): void {
  const machine = `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GB`;
  const told = Object.entries(figures).map(([name, value]) =>
    `${name} ${JSON.stringify(value)}`.replaceAll("|", "\\|"),
  );
  const row = `| ${suite} | \`${commit.slice(0, 10)}\` | ${at.slice(0, 10)} | ${seconds} | ${machine} | ${told.join(", ")} |`;
  const before = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const rows = new Map(before.flatMap((line) => rowOf(line)));
  rows.set(suite, row);
  const ordered = suites.flatMap((name) => rows.get(name) ?? []);
  writeFileSync(file, `${head}${ordered.join("\n")}\n`);
}

function rowOf(line: string): [string, string][] {
  const [, suite = "", commit = ""] = line.split("|").map((cell) => cell.trim());
  return commit.startsWith("`") ? [[suite, line]] : [];
}
