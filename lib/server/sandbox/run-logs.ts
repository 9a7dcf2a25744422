import { cutText } from "@/lib/utils/cut-text";
import { tornEndCutter } from "../crypto/cut-secrets";
import { sandboxLimits } from "./limits";

/** What code says, as much of it as is kept. Whoever sends it may be hostile. A secret that the end goes through is cut out. */
export class RunLogs {
  readonly lines: string[] = [];
  readonly #secrets: readonly string[];
  #cutter: ((text: string) => string) | undefined;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  add(line: string): void {
    const { logLines, logLineLength } = sandboxLimits;
    if (this.lines.length < logLines) this.lines.push(this.ended(line, logLineLength));
    else if (this.lines.length === logLines) this.lines.push(`… only the first ${logLines} lines are kept.`);
  }

  /** A text that may have had its end cut off at this length, here or where it comes from. */
  ended(text: string, length: number): string {
    if (text.length < length) return text;
    this.#cutter ??= tornEndCutter(this.#secrets);
    return this.#cutter(cutText(text, length));
  }
}
