import { z } from "zod";
import { ratioOf, type SuiteResult } from "./report";
import type { RunInfo } from "./run-info";

export const historyFile = "docs/benchmarks/history.jsonl";

/** A run above the last recorded one by more than this share is worse. */
const maxGrowth = 0.15;

const figures = z.object({ figure: z.number(), unit: z.string(), ratio: z.number().optional() });
const historyLine = z.object({
  at: z.string(),
  suite: z.string(),
  commit: z.string(),
  machine: z.string(),
  node: z.string(),
  /** The load average before the suite: figures of a busy machine are worth little. */
  load: z.number(),
  rows: z.record(z.string(), figures),
});
export type HistoryLine = z.infer<typeof historyLine>;

/** Lines that cannot be read are skipped; their numbers are returned. */
export function readHistory(text: string): { lines: HistoryLine[]; damaged: number[] } {
  const lines: HistoryLine[] = [];
  const damaged: number[] = [];
  for (const [i, line] of text.split("\n").entries()) {
    if (!line.trim()) continue;
    const read = historyLine.safeParse(parseJson(line));
    if (read.success) lines.push(read.data);
    else damaged.push(i + 1);
  }
  return { lines, damaged };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const short = (value: number): number => Number(value.toPrecision(4));

export function toHistoryLine({ suite, rows, loadBefore }: SuiteResult, run: RunInfo): string {
  const { at, commit, machine, node } = run;
  const measured = rows.map((row) => {
    const ratio = ratioOf(row);
    return [row.name, { figure: short(row.figure), unit: row.unit, ratio: ratio && short(ratio) }];
  });
  const line: HistoryLine = {
    at,
    suite,
    commit,
    machine,
    node,
    load: short(loadBefore),
    rows: Object.fromEntries(measured),
  };
  return `${JSON.stringify(line)}\n`;
}

export interface Comparison {
  /** Rows that were compared, and sentences about those that are worse. */
  compared: string[];
  worse: string[];
  /** Rows of which no ratio was ever recorded. */
  unrecorded: string[];
}

/** Compares the ratio of each guarded row with the last recorded one of that name. */
export function compareWithHistory(results: SuiteResult[], lines: HistoryLine[]): Comparison {
  const found: Comparison = { compared: [], worse: [], unrecorded: [] };
  for (const { suite, rows } of results)
    for (const row of rows.filter(({ guarded }) => guarded)) {
      const last = lines.findLast((line) => line.suite === suite && line.rows[row.name]?.ratio !== undefined);
      const before = last?.rows[row.name]?.ratio;
      if (!last || before === undefined) {
        found.unrecorded.push(row.name);
        continue;
      }
      found.compared.push(row.name);
      const ratio = ratioOf(row);
      const was = `${before.toFixed(2)} × recorded for ${last.commit.slice(0, 8)} on ${last.at.slice(0, 10)}`;
      if (ratio === undefined) found.worse.push(`${row.name} has no ratio; it was the ${was}.`);
      else if (ratio > before * (1 + maxGrowth)) {
        const more = Math.round((ratio / before - 1) * 100);
        found.worse.push(`${row.name} is ${ratio.toFixed(2)} × ${row.baseline?.name}: ${more} % more than the ${was}.`);
      }
    }
  return found;
}
