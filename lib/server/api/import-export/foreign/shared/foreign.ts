import type { ImportSource, ReportEntry } from "@/lib/contract/transfers/schemas";

/** A file of another system, as uploaded. `path` is its name, or its path in a zip. */
export interface ForeignFile {
  path: string;
  text: string;
}

export type ForeignSystem = Exclude<ImportSource["system"], "muster">;

/** A file with its content as parsed: JSON, YAML, or the text of a program. */
export interface ParsedFile extends ForeignFile {
  value: unknown;
}

/**
 * `need`: the key of the need that the import maps, such as `model:gpt-4o`. `checked`: what it needs is known from the imported
 * resources, such as a tool's code.
 */
export type ForeignEntry = ReportEntry & { need?: string; checked?: true };

/** A case of the app's tests, before it is validated. */
export interface ForeignCase {
  /** The position of its entry in the report. */
  entry: number;
  input: string;
  history: { role: "user" | "assistant"; text: string }[];
  variables: Record<string, string>;
  checks: { type: string; value: unknown }[];
}

/** `file` has the shape of an app's file, before it is validated. */
export interface ForeignImport {
  file: Record<string, unknown>;
  source: ImportSource;
  report: ForeignEntry[];
  tests?: ForeignCase[];
}

/** A text that was entered, or files on this server's disk. */
export type ForeignJob = { text: string } | { uploads: { path: string; filename: string }[] };

/** `muster`: the text of an app's own file. `hash`: of the content of all files. */
export type ForeignReply = ((ForeignImport | { muster: string }) & { hash: string }) | { problem: string };

/** Why files can't be imported; the message is for people. */
export class ForeignProblem extends Error {}

export const maxNodes = 2_000;
