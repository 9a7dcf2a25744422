import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RunInfo } from "./run-info";

/** One line of the table. Without a bound it only informs. */
export interface Row {
  name: string;
  figure: number;
  unit: string;
  /** The baseline, measured in the same run and unit. */
  baseline?: { name: string; figure: number };
  /** The median of the rounds' ratios to the baseline; otherwise the figure's. */
  ratio?: number;
  /** The most, or with `atLeast` the least, that figure or ratio may be. */
  bound?: { of: "figure" | "ratio"; value: number; atLeast?: true };
  /** Whether `--compare` holds its ratio against the last recorded one. */
  guarded?: true;
  note?: string;
}

export interface SuiteResult {
  suite: string;
  rows: Row[];
  seconds: number;
  /** Only some of its rows were asked for. */
  partial: boolean;
  /** The machine's load average over a minute before the suite began. */
  loadBefore: number;
}

/** Returns undefined without a baseline, or if it is zero. */
export function ratioOf({ figure, baseline, ratio }: Row): number | undefined {
  if (!baseline) return undefined;
  const found = ratio ?? figure / baseline.figure;
  return Number.isFinite(found) ? found : undefined;
}

export function verdictOf(row: Row): "ok" | "missed" | "" {
  if (!row.bound) return "";
  const measured = row.bound.of === "ratio" ? ratioOf(row) : row.figure;
  if (measured === undefined || !Number.isFinite(measured)) return "missed";
  return (row.bound.atLeast ? measured >= row.bound.value : measured <= row.bound.value) ? "ok" : "missed";
}

export const rounded = (value: number): string =>
  value.toLocaleString("en-GB", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0 });

const amount = (value: number, unit: string): string => (unit ? `${rounded(value)} ${unit}` : rounded(value));

export const heads = ["What", "Figure", "Baseline", "Ratio", "Bound", "", "Note"];

export function cellsOf(row: Row): string[] {
  const ratio = ratioOf(row);
  const { bound, baseline, unit } = row;
  const limit = bound && `${bound.atLeast ? "≥" : "≤"} ${amount(bound.value, bound.of === "ratio" ? "×" : unit)}`;
  return [
    row.name,
    amount(row.figure, unit),
    baseline ? `${amount(baseline.figure, unit)}, ${baseline.name}` : "",
    ratio === undefined ? "" : `${rounded(ratio)} ×`,
    limit ?? "",
    verdictOf(row),
    row.note ?? "",
  ];
}

export function printTable({ suite, rows, seconds, loadBefore }: SuiteResult): void {
  console.info(`\n${suite} (${Math.round(seconds)} s, load before ${rounded(loadBefore)})`);
  const cells = [heads, ...rows.map(cellsOf)];
  const widths = heads.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  for (const row of cells)
    console.info(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}

/** A line of a table in markdown. */
export const tableLine = (cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;

function markdown(results: SuiteResult[], about: string): string {
  const tables = results.map(({ suite, rows, seconds, loadBefore }) =>
    [
      `## ${suite}`,
      `${Math.round(seconds)} s; load average before: ${rounded(loadBefore)}.`,
      [tableLine(heads), tableLine(heads.map(() => "---")), ...rows.map((row) => tableLine(cellsOf(row)))].join("\n"),
    ].join("\n\n"),
  );
  return `# Benchmarks\n\n${about}\n\n${tables.join("\n\n")}\n`;
}

/** Writes what was measured as JSON and markdown; answers the files' common path. */
export function writeResults(results: SuiteResult[], run: RunInfo, folder = "bench-results"): string {
  mkdirSync(folder, { recursive: true });
  const { at, commit, dirty, machine, node } = run;
  const about = `${at}, ${commit.slice(0, 8)}${dirty ? " with changes" : ""}, Node ${node}, ${machine}.`;
  const path = join(folder, at.replaceAll(":", "-").slice(0, 19));
  const shown = results.map((result) => ({
    ...result,
    rows: result.rows.map((row) => ({ ...row, ratio: ratioOf(row), verdict: verdictOf(row) })),
  }));
  writeFileSync(`${path}.json`, `${JSON.stringify({ ...run, results: shown }, null, 2)}\n`);
  writeFileSync(`${path}.md`, markdown(results, about));
  return path;
}
