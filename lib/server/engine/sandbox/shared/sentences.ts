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
  `The code failed${formatLine(line)}: it exceeded its memory limit of ${formatMegabytes(bytes)} MB.`;

/** Out of memory, QuickJS throws null because it cannot create an error; code may do so too. */
export const toNullMessage = (bytes: number): string =>
  `it threw null, which can happen when it exceeds its memory limit of ${formatMegabytes(bytes)} MB.`;

export const tooLongMessage = `The result is longer than ${sandboxLimits.jsonLength / 1024} KB, or isn't valid JSON. Return less data.`;

export const crashedMessage = "The code stopped without a result. It may be nested too deeply or use too much memory.";
