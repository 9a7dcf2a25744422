import type { BuiltRequest } from "./build-request";
import { redactSecrets, toCurl } from "./to-curl";

export interface LoggedCall {
  id: number;
  /** Path of the calling page. */
  page: string;
  method: string;
  path: string;
  curl: string;
  /** Null while pending; 0 if there was no response. */
  status: number | null;
  durationMs: number;
  /** The JSON response with secrets redacted; undefined if there was none. */
  answer: unknown;
}

export interface CallOutcome {
  status: number;
  answer?: unknown;
}

/** Max number of logged calls. */
const maxCalls = 60;

/** Records the browser's calls, for developer mode. */
export function createCallLog(page: () => string, origin: () => string) {
  const listeners = new Set<() => void>();
  let calls: readonly LoggedCall[] = [];
  let lastId = 0;

  function change(next: readonly LoggedCall[]): void {
    calls = next;
    for (const listener of listeners) listener();
  }

  return {
    /** Newest first. */
    get: () => calls,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clear: () => change([]),
    /** Records the start of a call; returns a function that records its end. */
    begin(request: BuiltRequest): (outcome: CallOutcome) => void {
      const id = ++lastId;
      const { path } = request;
      const { method } = request.init;
      const started = performance.now();
      const call: LoggedCall = {
        id,
        page: page(),
        method,
        path,
        curl: toCurl(origin(), request),
        status: null,
        durationMs: 0,
        answer: undefined,
      };
      change([call, ...calls].slice(0, maxCalls));
      return ({ status, answer }) => {
        const result = { status, answer: redactSecrets(answer), durationMs: performance.now() - started };
        change(calls.map((one) => (one.id === id ? { ...one, ...result } : one)));
      };
    },
  };
}
