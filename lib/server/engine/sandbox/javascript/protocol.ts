/** A request to a thread: to run code, and then the results of its fetches. */
export type Question =
  | { ask: "run"; code: string; args: string; env: string }
  | { ask: "check"; code: string }
  | { ask: "fetched"; id: number; head: string; body: string }
  | { ask: "refused"; id: number; error: string };

/** Why code returned no result. The message is built where the limits are known. */
export interface Failure {
  kind: "threw" | "memory" | "never" | "too_long" | "no_default" | "crashed";
  message: string;
  line?: number;
}

export type Report =
  | { is: "ready" }
  | { is: "log"; line: string }
  | { is: "fetch"; id: number; request: string }
  | { is: "ended"; text: string }
  | { is: "failed"; failure: Failure }
  | { is: "checked"; failure: Failure | undefined };

export interface ThreadData {
  wasm: WebAssembly.Module;
  prelude: string;
  memoryBytes: number;
  maxLength: number;
  maxLines: number;
  maxLineLength: number;
  maxFetches: number;
}
