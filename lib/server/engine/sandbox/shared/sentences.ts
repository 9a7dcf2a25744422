import { pluralize } from "@/lib/utils/text/pluralize";
import { sandboxLimits } from "./limits";

const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

const atLine = (line: number | undefined): string => (line ? ` at line ${line}` : "");

/** The message for an error of the code itself. */
export const threw = (message: string, line: number | undefined): string =>
  `The code failed${atLine(line)}: ${message.trim() || "it gave no reason"}`;

export const tooSlow = (timeoutMs: number): string =>
  `The code took longer than its time limit of ${pluralize(Math.round(timeoutMs / 100) / 10, "second")}.`;

export const tooMuchMemory = (bytes: number, line?: number): string =>
  `The code failed${atLine(line)}: it needs more memory than the ${megabytes(bytes)} MB that it may use.`;

/** Out of memory, QuickJS throws null because it cannot create an error; code may do so too. */
export const threwNull = (bytes: number): string =>
  `it threw null, as it does when it needs more memory than the ${megabytes(bytes)} MB that it may use.`;

export const tooLong = `The result is longer than ${sandboxLimits.jsonLength / 1024} KB, or is no JSON. Return less.`;

export const crashed = "The code stopped without a result. It may nest too deep or use too much memory.";
