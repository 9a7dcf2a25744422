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

  /** A built-in tool that does the same, or something similar. */
  builtin({ name, exact }: { name: string; exact: boolean }): void {
    if (exact) this.taken(`The built-in tool “${name}”.`);
    else this.approximated(`The built-in tool “${name}” does something similar.`);
  }
  /** Code that became a function tool which is switched off. */
  switchedOff(tool: string, agent = "an agent"): void {
    this.needs(`Its code is in the tool “${tool}”, which is switched off. Read it, adapt it, and add it to ${agent}.`);
    this.checked();
  }
  documents(): void {
    this.needs("The file has no documents. Choose a data source that has them.");
    this.checked();
  }
  /** What it needs is known from the imported resources. */
  checked(): void {
    this.entry.checked = true;
  }
  /** `nodes`: what is on its branches; `how`: what decides. */
  branch(nodes: string, how = ""): void {
    const sentences = [
      how,
      "A branch of Muster can't express it.",
      `The ${nodes} on its branches are listed separately.`,
    ];
    this.needs(sentences.filter(Boolean).join(" "));
  }

  /** Notes that texts were cut off, if they were. */
  noteLength(...texts: string[]): void {
    if (texts.some(isTooLong)) this.approximated("Its text was longer than 60 KB and was cut off.");
  }
}
