import { cellsOf, heads, type Row, rounded, type SuiteResult, tableLine } from "./report";
import type { RunInfo } from "./run-info";

export const readmeFile = "docs/benchmarks/README.md";

/** Rows that a reader wants first, by their suite, under a name that needs no context. */
const headlines: [title: string, suite: string, row: string][] = [
  ["Time added to the first token, p50", "streams", "1 stream: time added to the first token, p50"],
  ["Time added to the first token, p95", "streams", "1 stream: time added to the first token, p95"],
  ["First token p95 when 300 start simultaneously", "streams", "300 simultaneous: first token p95"],
  [
    "The same compared with the bare route",
    "streams",
    "300 simultaneous: first token p95 compared with the bare route",
  ],
  ["CPU time per answer, 300 simultaneous", "streams", "300 simultaneous: CPU time per answer"],
  [
    "The same compared with the provider package",
    "streams",
    "300 simultaneous: CPU time per answer compared with the provider package",
  ],
  ["Live streams per GB of memory, 300", "streams", "300 simultaneous: live streams per GB"],
  ["Live streams per GB of memory, 1,000", "streams", "1,000 simultaneous: live streams per GB"],
  ["Runs that survive SIGKILL", "survival", "runs that survive SIGKILL"],
  ["Size of the installation", "install", "size of node_modules"],
  ["From clone to the first answer", "first-answer", "from clone to the first answer"],
  ["Memory when idle", "idle", "memory"],
];

const runHeads = ["Run", "Commit", "Machine", "Node", "Next", "PostgreSQL", "Load before"];
const headlineHeads = ["Figure", "Muster", "Baseline", "Ratio", "Run"];

/** Names a run in the rows that it measured. */
const runName = ({ at }: RunInfo): string => at.slice(0, 16).replace("T", " ");

const firstCell = (line: string): string => /^\| ((?:[^|\\]|\\.)*?) \|/.exec(line)?.[1] ?? "";
const lastCell = (line: string): string => / ([^|]*) \|$/.exec(line)?.[1] ?? "";

const begin = (block: string): string => `<!-- bench: ${block} -->`;
const end = (block: string): string => `<!-- /bench: ${block} -->`;

/** The rows of a block's table, without its head. */
function linesOf(document: string, block: string): string[] {
  const from = document.indexOf(begin(block));
  const to = document.indexOf(end(block), from);
  if (from < 0 || to < 0) return [];
  return document
    .slice(from, to)
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2);
}

function withBlock(document: string, block: string, head: string[], lines: string[]): string {
  const table = [tableLine(head), tableLine(head.map(() => "---")), ...lines].join("\n");
  const text = `${begin(block)}\n${table}\n${end(block)}`;
  const from = document.indexOf(begin(block));
  const to = document.indexOf(end(block), from);
  if (from < 0 || to < 0) return `${document.trimEnd()}\n\n## ${block}\n\n${text}\n`;
  return document.slice(0, from) + text + document.slice(to + end(block).length);
}

/** Lines by their first cell: a new one takes the old one's place, others follow at the end. */
function merge(before: string[], after: string[]): string[] {
  const merged = new Map(before.map((line) => [firstCell(line), line]));
  for (const line of after) merged.set(firstCell(line), line);
  return [...merged.values()];
}

const headlineLine = (title: string, row: Row, run: RunInfo): string => {
  const [, figure = "", baseline = "", ratio = ""] = cellsOf(row);
  return tableLine([title, figure, baseline, ratio, runName(run)]);
};

const describeLine = (run: RunInfo): string => {
  const commit = `\`${run.commit.slice(0, 10)}\`${run.dirty ? " with changes" : ""}`;
  return tableLine([runName(run), commit, run.machine, run.node, run.next, run.postgres, rounded(run.load)]);
};

/**
 * Replaces the rows that were measured, and only those; text outside the blocks is kept. A suite whose rows
 * are not `partial` loses those that it no longer has.
 */
export function mergeReadme(document: string, results: SuiteResult[], run: RunInfo): string {
  let merged = document;
  const suites = [...document.matchAll(/<!-- bench: (\S+) -->/g)].map(([, block = ""]) => block);
  for (const { suite, rows, partial } of results) {
    const measured = rows.map((row) => tableLine([...cellsOf(row), runName(run)]));
    const before = partial ? linesOf(merged, suite) : [];
    merged = withBlock(merged, suite, [...heads, "Run"], merge(before, measured));
    suites.push(suite);
  }
  const fresh = headlines.flatMap(([title, suite, name]) => {
    const row = results.find((result) => result.suite === suite)?.rows.find((one) => one.name === name);
    return row ? [headlineLine(title, row, run)] : [];
  });
  const order = headlines.map(([title]) => title);
  const shown = merge(linesOf(merged, "headlines"), fresh)
    .filter((line) => order.includes(firstCell(line)))
    .sort((a, b) => order.indexOf(firstCell(a)) - order.indexOf(firstCell(b)));
  merged = withBlock(merged, "headlines", headlineHeads, shown);
  const used = new Set(["headlines", ...suites].flatMap((block) => linesOf(merged, block).map(lastCell)));
  const runs = merge(linesOf(merged, "runs"), [describeLine(run)]).filter((line) => used.has(firstCell(line)));
  return withBlock(merged, "runs", runHeads, runs);
}
