import { pluralize } from "@/lib/utils/text/pluralize";
import { sandboxLimits } from "./limits";

const formatMegabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

const formatLine = (line: number | undefined): string => (line ? ` at line ${line}` : "");

/** The message for an error of the code itself. */
export const toThrownMessage = (message: string, line: number | undefined): string =>
  `The code failed${formatLine(line)}: ${message.trim() || "it gave no reason"}`;

export const toTimeoutMessage = (timeoutMs: number): string =>
  `The code took longer than its time limit of ${pluralize(Math.round(timeoutMs / 100) / 10, "second")}.`;

export const toMemoryMessage = (bytes: number, line?: number): string =>
  `The code failed${formatLine(line)}: it needs more memory than the ${formatMegabytes(bytes)} MB that it may use.`;

/** Out of memory, QuickJS throws null because it cannot create an error; code may do so too. */
export const toNullMessage = (bytes: number): string =>
  `it threw null, as it does when it needs more memory than the ${formatMegabytes(bytes)} MB that it may use.`;

export const tooLongMessage = `The result is longer than ${sandboxLimits.jsonLength / 1024} KB, or is no JSON. Return less.`;

export const crashedMessage = "The code stopped without a result. It may nest too deep or use too much memory.";
