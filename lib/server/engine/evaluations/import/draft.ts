import { pluralize } from "../../../../utils/text/pluralize.ts";

/** A case before its validation. `place`: where it is in the file, such as `line 3`. */
export interface Draft {
  place: string;
  input: string;
  checks: { type: string; value: unknown }[];
}

export type ImportFormat = "csv" | "jsonl" | "promptfoo";

export interface ImportJob {
  format: ImportFormat;
  text: string;
}

export type ImportReply = { drafts: Draft[]; notes: string[] } | { problem: string };

export const maxDrafts = 500;
export const maxNotes = 50;
/** Characters of an input, and of all inputs and checks. */
export const maxInput = 64 * 1024;
const maxTotal = 20_000_000;

/** A file that cannot be read, with a message for users. */
export class ImportProblem extends Error {}

/** Collects cases and notes on what was skipped, within limits. */
export class Drafts {
  readonly drafts: Draft[] = [];
  readonly notes: string[] = [];
  #leftOut = 0;
  #more = 0;
  #total = 0;

  note(text: string): void {
    if (this.notes.includes(text)) return;
    if (this.notes.length < maxNotes) this.notes.push(text);
    else this.#more += 1;
  }

  /** False when there are enough. */
  add(draft: Draft): boolean {
    if (this.drafts.length >= maxDrafts) {
      this.#leftOut += 1;
      return false;
    }
    this.#total += draft.input.length + JSON.stringify(draft.checks).length;
    if (this.#total > maxTotal)
      throw new ImportProblem("The cases in this file are too large in total. Split the file.");
    this.drafts.push(draft);
    return true;
  }

  finish(): ImportReply {
    if (this.#leftOut > 0) this.notes.push(`Only the first ${maxDrafts} cases were imported.`);
    if (this.#more > 0)
      this.notes.push(`${pluralize(this.#more, "more note")} ${this.#more === 1 ? "isn't" : "aren't"} shown.`);
    return { drafts: this.drafts, notes: this.notes };
  }
}
