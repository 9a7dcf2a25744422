export type CodeLanguage = "javascript" | "python";

export interface CodeJob {
  teamId: string;
  language: CodeLanguage;
  code: string;
  /** Any JSON value. */
  args: unknown;
  env: Record<string, string>;
  /** Hosts that `fetch` may reach: exact, or `*.domain` for all subdomains. Empty: no network. */
  allowedHosts: readonly string[];
  /** Wall clock of the code, without queueing and startup. */
  timeoutMs: number;
  signal: AbortSignal;
}

interface RunInfo {
  /** Console output, also of a failed call. */
  logs: string[];
  durationMs: number;
}

/** The outcome. `error` is a message for the code's author, with the line if known. */
export type CodeOutcome = ({ ok: true; result: unknown } & RunInfo) | ({ ok: false; error: string } & RunInfo);

/** A problem found by checking code. */
export interface CodeIssue {
  message: string;
  line?: number;
}

/** How code ended, before its result is parsed: its text, or an error. */
export type Ending = { ok: true; text: string } | { ok: false; error: string };

/** The code failed or was terminated. The message is for its author. */
export class CodeError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.name = "CodeError";
    this.line = line;
  }
}
