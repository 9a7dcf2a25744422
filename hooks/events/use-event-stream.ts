"use client";

import { useCallback, useEffect, useState } from "react";
import { call } from "@/lib/api/browser";
import { readEventStream } from "@/lib/api/events/event-stream";
import { type Refusal, toRefusal } from "@/lib/api/events/refusal";
import { retryAfterMs } from "@/lib/api/retry-after";
import { sessions } from "@/lib/contract/sessions/calls";

/** Milliseconds between reconnects: the first delay, and the limit of the exponential backoff. */
const [minDelayMs, maxDelayMs] = [1_000, 15_000];

interface Options {
  slug: string;
  sessionId: string;
  /** Undefined: the stream is not read. */
  after: number | undefined;
  /** Returns the seq to continue from, given `after`. */
  from(after: number): number;
  handleEvent(event: unknown): void;
  setRefusal(refusal: Refusal | undefined): void;
}

/**
 * Reads a session's events over HTTP and resumes at the cursor when the stream breaks. Returns a function that
 * reconnects.
 */
export function useEventStream({ slug, sessionId, after, from, handleEvent, setRefusal }: Options): () => void {
  const [joins, setJoins] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `joins` restarts the stream
  useEffect(() => {
    if (after === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    const readFrom = async (after: number): Promise<void> => {
      let pause = minDelayMs;
      while (!signal.aborted) {
        try {
          const params = { resourceSlug: slug, sessionId };
          const response = await call(sessions.events, { params, query: { after: from(after) }, signal });
          setRefusal(undefined);
          pause = minDelayMs;
          await readEventStream(response, (data) => handleEvent(JSON.parse(data)));
        } catch (error) {
          if (signal.aborted) return;
          const refusal = toRefusal(error);
          if (refusal) setRefusal(refusal);
          if (refusal?.transient === false) return;
          pause = Math.max(pause, retryAfterMs(error));
        }
        await new Promise((resolve) => setTimeout(resolve, pause));
        pause = Math.min(pause * 2, maxDelayMs);
      }
    };
    void readFrom(after);
    return () => controller.abort();
  }, [slug, sessionId, after, from, handleEvent, setRefusal, joins]);
  return useCallback(() => setJoins((before) => before + 1), []);
}
