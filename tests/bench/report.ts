import { mkdirSync, writeFileSync } from "node:fs";
import { arch, cpus, loadavg, platform } from "node:os";
import { join } from "node:path";

/** One line of the table. Without a bound it only informs. */
export interface Row {
  name: string;
  figure: number;
  unit: string;
  /** What it is measured beside, in the same run and unit. */
  baseline?: { name: string; figure: number };
  /** The most, or with `atLeast` the least, that figure or ratio may be. */
  bound?: { of: "figure" | "ratio"; value: number; atLeast?: true };
  note?: string;
}

export interface SuiteResult {
  suite: string;
  rows: Row[];
  seconds: number;
  /** The machine's load average over a minute before the suite began. */
  loadBefore: number;
}

export const ratioOf = ({ figure, baseline }: Row): number | undefined =>
  baseline && baseline.figure !== 0 ? figure / baseline.figure : undefined;

export function verdictOf(row: Row): "ok" | "missed" | "" {
  if (!row.bound) return "";
  const measured = row.bound.of === "ratio" ? ratioOf(row) : row.figure;
  if (measured === undefined || !Number.isFinite(measured)) return "missed";
  return (row.bound.atLeast ? measured >= row.bound.value : measured <= row.bound.value) ? "ok" : "missed";
}

const rounded = (value: number): string =>
  value.toLocaleString("en-GB", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0 });

const heads = ["What", "Figure", "Baseline", "Ratio", "Bound", "", "Note"];

function cellsOf(row: Row): string[] {
  const ratio = ratioOf(row);
  const { bound, baseline, unit } = row;
  const limit =
    bound && `${bound.atLeast ? "≥" : "≤"} ${rounded(bound.value)}${bound.of === "ratio" ? " ×" : ` ${unit}`}`;
  return [
    row.name,
    `${rounded(row.figure)} ${unit}`,
    baseline ? `${rounded(baseline.figure)} ${unit}, ${baseline.name}` : "",
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

function markdown(results: SuiteResult[], about: string): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  const tables = results.map(({ suite, rows, seconds, loadBefore }) =>
    [
      `## ${suite}`,
      `${Math.round(seconds)} s; load average before: ${rounded(loadBefore)}.`,
      [line(heads), line(heads.map(() => "---")), ...rows.map((row) => line(cellsOf(row)))].join("\n"),
    ].join("\n\n"),
  );
  return `# Benchmarks\n\n${about}\n\n${tables.join("\n\n")}\n`;
}

/** Writes what was measured as JSON and markdown; answers the files' common path. */
export function writeResults(results: SuiteResult[], folder = "bench-results"): string {
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString();
  const machine = { cpu: cpus()[0]?.model ?? "unknown", cores: cpus().length, platform: platform(), arch: arch() };
  const about = `${at}, Node ${process.version}, ${machine.cores} cores (${machine.cpu}), ${machine.platform} ${machine.arch}, load average now ${loadavg().map(rounded).join(" ")}.`;
  const path = join(folder, at.replaceAll(":", "-").slice(0, 19));
  const shown = results.map((result) => ({
    ...result,
    rows: result.rows.map((row) => ({ ...row, ratio: ratioOf(row), verdict: verdictOf(row) })),
  }));
  writeFileSync(`${path}.json`, `${JSON.stringify({ at, node: process.version, machine, results: shown }, null, 2)}\n`);
  writeFileSync(`${path}.md`, markdown(results, about));
  return path;
}
