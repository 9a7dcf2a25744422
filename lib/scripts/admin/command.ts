import type { Db } from "@/lib/server/db/client";

/** A mistake of whoever typed the command: shown with the usage, and another exit code than a refusal. */
export class UsageError extends Error {}

/** What was asked for cannot be done: a sentence, without a stack. */
export class Refused extends Error {}

export interface AdminCommand {
  /** What follows its name. */
  takes: string;
  does: string;
  /** Answers what is printed. */
  run(db: Db, args: string[]): Promise<string>;
}

/** Exactly so many arguments, none of them empty. */
export function given(args: string[], least: number, most = least): string[] {
  if (args.length < least || args.length > most || args.some((arg) => !arg.trim())) throw new UsageError();
  return args;
}

/** Rows under their heads, each column as wide as what is in it. */
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

/** The moment, to the minute. */
export const moment = (date: Date | string | null): string =>
  date === null ? "never" : new Date(date).toISOString().slice(0, 16).replace("T", " ");
