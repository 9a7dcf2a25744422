import { cutText } from "@/lib/utils/cut-text";
import { sandboxLimits } from "./limits";

/** What code writes to the console, as much of it as is kept. Whoever sends the lines may be hostile. */
export class RunLogs {
  readonly lines: string[] = [];

  add(line: string): void {
    const { logLines, logLineLength } = sandboxLimits;
    if (this.lines.length < logLines) this.lines.push(cutText(line, logLineLength));
    else if (this.lines.length === logLines) this.lines.push(`… only the first ${logLines} lines are kept.`);
  }
}
