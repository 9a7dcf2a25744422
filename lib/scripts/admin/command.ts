import type { Db } from "@/lib/server/platform/db/client";

/** Invalid usage: printed with the usage, and a different exit code. */
export class UsageError extends Error {}

/** The command cannot be executed: a message without a stack. */
export class Refused extends Error {}

export interface AdminCommand {
  /** The arguments after its name. */
  takes: string;
  does: string;
  /** Returns the output. */
  run(db: Db, args: string[]): Promise<string>;
}

/** Requires this number of non-empty arguments. */
export function given(args: string[], least: number, most = least): string[] {
  if (args.length < least || args.length > most || args.some((arg) => !arg.trim())) throw new UsageError();
  return args;
}

/** A table with aligned columns. */
export function table(heads: string[], rows: string[][]): string {
  const lines = [heads, ...rows.map((row) => row.map((cell) => cell.replace(/\p{Cc}+/gu, " ")))];
  const widths = heads.map((_, i) => Math.max(...lines.map((line) => [...(line[i] ?? "")].length)));
  const pad = (cell: string, width: number) => cell + " ".repeat(width - [...cell].length);
  return lines
    .map((line) =>
      line
        .map((cell, i) => pad(cell, widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** A time, to the minute. */
export const moment = (date: Date | string | null): string =>
  date === null ? "never" : new Date(date).toISOString().slice(0, 16).replace("T", " ");
