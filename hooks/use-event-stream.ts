"use client";

import { useCallback, useEffect, useState } from "react";
import { call } from "@/lib/api/browser";
import { readEventStream } from "@/lib/api/event-stream";
import { type Refusal, refusalOf } from "@/lib/api/refusal";
import { retryAfterMs } from "@/lib/api/retry-after";
import { sessions } from "@/lib/contract/calls/sessions";

/** Pauses between attempts to read on; milliseconds. */
const [firstPause, longestPause] = [1_000, 15_000];

interface Options {
  slug: string;
  sessionId: string;
  /** Undefined: nothing is read. */
  after: number | undefined;
  /** Where to go on, given `after`. */
  from(after: number): number;
  take(event: unknown): void;
  setRefusal(refusal: Refusal | undefined): void;
}

/** Reads a session's events over HTTP, and on from the cursor whenever that breaks. Answers the way to join anew. */
export function useEventStream({ slug, sessionId, after, from, take, setRefusal }: Options): () => void {
  const [joins, setJoins] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `joins` is there to begin anew
  useEffect(() => {
    if (after === undefined) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const readOn = async (after: number): Promise<void> => {
      let pause = firstPause;
      while (!signal.aborted) {
        try {
          const params = { resourceSlug: slug, sessionId };
          const response = await call(sessions.events, { params, query: { after: from(after) }, signal });
          setRefusal(undefined);
          pause = firstPause;
          await readEventStream(response, (data) => take(JSON.parse(data)));
        } catch (error) {
          if (signal.aborted) return;
          const refusal = refusalOf(error);
          if (refusal) setRefusal(refusal);
          if (refusal?.passing === false) return;
          pause = Math.max(pause, retryAfterMs(error));
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, longestPause);
      }
    };
    void readOn(after);
    return () => leaving.abort();
  }, [slug, sessionId, after, from, take, setRefusal, joins]);
  return useCallback(() => setJoins((before) => before + 1), []);
}
