export type CodeLanguage = "javascript" | "python";

/** One call of a tool's code. */
export interface CodeJob {
  teamId: string;
  language: CodeLanguage;
  code: string;
  /** Anything that JSON can say. */
  args: unknown;
  env: Record<string, string>;
  /** Hosts that `fetch` may reach: exact, or `*.domain` for all below it. None: no network. */
  allowedHosts: readonly string[];
  /** Wall clock of the code itself, without waiting for its turn or for the runtime. */
  timeoutMs: number;
  signal: AbortSignal;
}

interface Ran {
  /** What the code wrote to the console, kept when it fails too. */
  logs: string[];
  durationMs: number;
}

/** What became of it. `error` is a sentence for whoever wrote the code, with the line where one can be told. */
export type CodeOutcome = ({ ok: true; result: unknown } & Ran) | ({ ok: false; error: string } & Ran);

/** What is wrong with code that nobody has run. */
export interface CodeIssue {
  message: string;
  line?: number;
}

/** How code ended, before its result is read: the text that it gave, or why it gave none. */
export type Ending = { ok: true; text: string } | { ok: false; error: string };

/** The code failed, or was not let go on. Its message is for whoever wrote it. */
export class CodeError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(message);
    this.name = "CodeError";
    this.line = line;
  }
}
