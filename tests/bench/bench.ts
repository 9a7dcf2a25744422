/** `npm run bench [-- suite …]`: measures the production build, prints a table and writes it to bench-results. */
import { loadavg } from "node:os";
import { printTable, type Row, type SuiteResult, verdictOf, writeResults } from "./report";
import { budgets } from "./suites/budgets";
import { cancel } from "./suites/cancel";
import { ingest } from "./suites/ingest";
import { install } from "./suites/install";
import { lists } from "./suites/lists";
import { pages } from "./suites/pages";
import { processes } from "./suites/processes";
import { retrieval, search } from "./suites/retrieval";
import { sessionsSuite } from "./suites/sessions";
import { start } from "./suites/start";
import { streams } from "./suites/streams";
import { tools } from "./suites/tools";
import { vectors } from "./suites/vectors";

const suites: Record<string, () => Promise<Row[]>> = {
  start,
  streams,
  cancel,
  budgets,
  processes,
  lists,
  sessions: sessionsSuite,
  pages,
  vectors,
  retrieval,
  search,
  ingest,
  tools,
  install,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(suites, name));
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(", ")}. There are ${Object.keys(suites).join(", ")}.`);
  process.exit(2);
}

const results: SuiteResult[] = [];
let failed = false;
for (const [suite, measure] of Object.entries(suites)) {
  if (asked.length > 0 && !asked.includes(suite)) continue;
  const loadBefore = loadavg()[0] ?? 0;
  const started = performance.now();
  try {
    const rows = await measure();
    const result = { suite, rows, loadBefore, seconds: (performance.now() - started) / 1_000 };
    results.push(result);
    printTable(result);
  } catch (error) {
    failed = true;
    console.error(`\n${suite} could not be measured:`, error);
  }
}
const missed = results.flatMap(({ rows }) => rows.filter((row) => verdictOf(row) === "missed"));
const path = writeResults(results);
console.info(`\n${missed.length} of the bounds missed. Written to ${path}.json and ${path}.md`);
process.exit(failed || missed.length > 0 ? 1 : 0);
