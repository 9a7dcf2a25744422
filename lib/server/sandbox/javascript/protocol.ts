/** What a thread is asked: to run code, and then what its calls of fetch came to. */
export type Question =
  | { ask: "run"; code: string; args: string; env: string }
  | { ask: "check"; code: string }
  | { ask: "fetched"; id: number; head: string; body: string }
  | { ask: "refused"; id: number; error: string };

/** Why code gave no result. The sentence is made where the limits are known. */
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

/** What a thread is made with. */
export interface ThreadData {
  wasm: WebAssembly.Module;
  prelude: string;
  memoryBytes: number;
  mostLength: number;
  mostLines: number;
  mostLineLength: number;
  mostFetches: number;
}
