"use client";

import { useCallback, useEffect, useState } from "react";
import { call } from "@/lib/api/browser";
import { readEventStream } from "@/lib/api/events/event-stream";
import { type Refusal, toRefusal } from "@/lib/api/events/refusal";
import { retryAfterMs } from "@/lib/api/retry-after";
import { sessions } from "@/lib/contract/sessions/calls";

/** Pauses between attempts to read on; milliseconds. */
const [firstPause, longestPause] = [1_000, 15_000];

interface Options {
  slug: string;
  sessionId: string;
  /** Undefined: nothing is read. */
  after: number | undefined;
  /** Returns the seq to continue from, given `after`. */
  from(after: number): number;
  take(event: unknown): void;
  setRefusal(refusal: Refusal | undefined): void;
}

/**
 * Reads a session's events over HTTP and resumes at the cursor when the stream breaks. Returns a function that
 * reconnects.
 */
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
          const refusal = toRefusal(error);
          if (refusal) setRefusal(refusal);
          if (refusal?.transient === false) return;
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
