import { truncate } from "@/lib/utils/text/truncate";
import { partialSecretRedactor } from "../../../platform/crypto/redact";
import { sandboxLimits } from "./limits";

/** Collects untrusted console output up to a limit. A secret truncated at the end is redacted as well. */
export class RunLogs {
  readonly lines: string[] = [];
  readonly #secrets: readonly string[];
  #cutter: ((text: string) => string) | undefined;

  constructor(secrets: readonly string[]) {
    this.#secrets = secrets;
  }

  add(line: string): void {
    const { logLines, logLineLength } = sandboxLimits;
    if (this.lines.length < logLines) this.lines.push(this.redactEnd(line, logLineLength));
    else if (this.lines.length === logLines) this.lines.push(`… only the first ${logLines} lines are kept.`);
  }

  /** A text that may have been truncated at this length, here or by the sender. */
  redactEnd(text: string, length: number): string {
    if (text.length < length) return text;
    this.#cutter ??= partialSecretRedactor(this.#secrets);
    return this.#cutter(truncate(text, length));
  }
}
