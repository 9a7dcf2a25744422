import type { ImportOutcome } from "@/lib/contract/transfers/schemas";
import type { ForeignEntry } from "./foreign.ts";
import { clipLine, isTooLong } from "./texts.ts";

const unknown = "Muster has nothing like it.";

/** What the import of one part of the source amounts to. */
export class Part {
  readonly entry: ForeignEntry;
  constructor(part: string, type: string) {
    this.entry = { part: clipLine(part, 200) || type, type, outcome: "left", note: unknown };
  }
  #set(outcome: ImportOutcome, note: string): void {
    this.entry.outcome = outcome;
    this.entry.note = clipLine(note, 600);
  }
  /** Whether the note says already why it isn't imported, or what to do. */
  get explained(): boolean {
    const { outcome, note } = this.entry;
    return outcome === "needs" || (outcome === "left" && note !== unknown);
  }
  /** A model, for which the import chooses one of the team's. `name`: its name in the file. */
  model(model: string, name: string | undefined): void {
    this.needs(`Choose the team's model to use for ${model}.`);
    if (name) this.entry.need = `model:${name}`;
  }
  taken(note = ""): void {
    this.#set("taken", note);
  }
  approximated(note: string): void {
    this.#set("approximated", note);
  }
  needs(note: string): void {
    this.#set("needs", note);
  }
  left(note: string): void {
    this.#set("left", note);
  }

  /** Notes that texts were cut off, if they were. */
  noteLength(...texts: string[]): void {
    if (texts.some(isTooLong)) this.approximated("Its text was longer than 60 KB and was cut off.");
  }
}
