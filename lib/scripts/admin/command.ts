import type { Db } from "@/lib/server/platform/db/client";

/** Invalid usage: printed with the usage, and a different exit code. */
export class UsageError extends Error {}

/** The command cannot be executed: printed as a message without a stack trace. */
export class RefusedError extends Error {}

export interface AdminCommand {
  /** The arguments after its name. */
  takes: string;
  does: string;
  /** Returns the output. */
  run(db: Db, args: string[]): Promise<string>;
}

/** Throws unless the number of arguments is within these bounds and none is empty. */
export function requireArguments(args: string[], min: number, max = min): string[] {
  if (args.length < min || args.length > max || args.some((arg) => !arg.trim())) throw new UsageError();
  return args;
}

/** A table with aligned columns. */
export function formatTable(heads: string[], rows: string[][]): string {
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
export const formatTime = (date: Date | string | null): string =>
  date === null ? "never" : new Date(date).toISOString().slice(0, 16).replace("T", " ");
