import type { BuiltRequest } from "./build-request";
import { curlOf, withoutSecrets } from "./curl";

export interface LoggedCall {
  id: number;
  /** Path of the page that called. */
  page: string;
  method: string;
  path: string;
  curl: string;
  /** Null while it is under way; 0 where no answer came. */
  status: number | null;
  durationMs: number;
  /** The JSON, without secrets; undefined where there was none. */
  answer: unknown;
}

export interface CallOutcome {
  status: number;
  answer?: unknown;
}

/** So many calls are kept. */
const kept = 60;

/** Remembers what the browser called, for developer mode. */
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
    /** Notes a call that starts; what it returns notes how it ended. */
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
        curl: curlOf(origin(), request),
        status: null,
        durationMs: 0,
        answer: undefined,
      };
      change([call, ...calls].slice(0, kept));
      return ({ status, answer }) => {
        const ended = { status, answer: withoutSecrets(answer), durationMs: performance.now() - started };
        change(calls.map((one) => (one.id === id ? { ...one, ...ended } : one)));
      };
    },
  };
}
