/** A request, one line of JSON each. The process sends any number of logs and one reply. */
export type Question = { ask: "run"; code: string; args: string; env: string } | { ask: "check"; code: string };

/** Messages from the process, which are hostile and must be validated. */
export type Reply =
  | { is: "ready" }
  | { is: "log"; line: string }
  /** The result as JSON text. */
  | { is: "ended"; text: string }
  | { is: "failed"; kind: FailureKind; message: string; line?: number }
  | { is: "checked"; issues: { message: string; line?: number }[] };

type FailureKind = "threw" | "memory" | "too_long" | "no_main" | "is_async" | "no_json";

/** The process's only argument. */
export interface Start {
  /** Pyodide's folder, with a trailing slash: all that it may read. */
  folder: string;
  bootstrap: string;
  memoryBytes: number;
  maxLines: number;
  maxLineLength: number;
}
