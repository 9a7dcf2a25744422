import { onTestFinished } from "vitest";
import { createOutbound } from "@/lib/server/platform/outbound/outbound";
import type { ToolContext } from "@/lib/server/resources/tools/kinds/shared/context";

/** A context that reaches loopback; its connections go with the test. */
export function toolContext(given: Partial<ToolContext> = {}): ToolContext {
  const way = createOutbound({ allow: [], development: true, ownEndpoints: [] });
  onTestFinished(() => way.close());
  return {
    fetchWith: way.fetchWith,
    signal: new AbortController().signal,
    timeoutMs: 5_000,
    teamId: "team-abc123",
    ...given,
  };
}

export const signal = new AbortController().signal;
