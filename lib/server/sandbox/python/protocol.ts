/** What a process is asked, one line of JSON each. It answers each with any number of logs and one reply. */
export type Question = { ask: "run"; code: string; args: string; env: string } | { ask: "check"; code: string };

/** What it says; it is hostile, so whoever reads it checks it. */
export type Reply =
  | { is: "ready" }
  | { is: "log"; line: string }
  /** Result as JSON text. */
  | { is: "ended"; text: string }
  | { is: "failed"; kind: FailureKind; message: string; line?: number }
  | { is: "checked"; issues: { message: string; line?: number }[] };

export type FailureKind = "threw" | "memory" | "too_long" | "no_main" | "is_async" | "no_json";

/** What it is started with, as its one argument. */
export interface Start {
  /** Pyodide's, with a slash at its end: all that it may read. */
  folder: string;
  bootstrap: string;
  memoryBytes: number;
  mostLines: number;
  mostLineLength: number;
}
