import { onTestFinished } from "vitest";
import type { SessionEvent } from "@/lib/contract/session-events/events";
import { type EngineTool, registerToolSource, removeToolSource } from "@/lib/server/engine/runs/calls/tools";
import type { Person } from "./client";
import { conversation, readLog, say, settled } from "./sessions";

export const bodies = (log: SessionEvent[], kind: string) =>
  log.filter((event) => event.kind === kind).map(({ body }) => body as Record<string, string>);

/** `pay` and `refund` wait for an approval, `note` does not. Answers what each was called with. */
export function guardedTools(more: Partial<EngineTool> = {}) {
  const calls: { name: string; input: unknown }[] = [];
  const tool = (name: string, requireApproval: boolean): EngineTool => ({
    name,
    description: `Does ${name}`,
    repeatable: false,
    requireApproval,
    parameters: { type: "object", properties: { amount: { type: "number" } }, additionalProperties: false },
    execute: async (input) => {
      calls.push({ name, input });
      return `${name} is done`;
    },
    ...more,
  });
  registerToolSource("test", async () => [tool("pay", true), tool("refund", true), tool("note", false)]);
  onTestFinished(() => removeToolSource("test"));
  return { calls };
}

/** A run of somebody's that waits for whether tools may be called, and what it asks. */
export async function waitingApproval(message = "pay 40", owner?: { person: Person; sessionId: string }) {
  const { person, sessionId } = owner ?? (await conversation("demo-chat:ttft=1,tps=2000"));
  await say(person, sessionId, { message });
  const session = await settled(person, sessionId);
  const requests = bodies(await readLog(person, sessionId), "input_request");
  return { person, sessionId, session, requests, requestId: requests[0]?.requestId ?? "" };
}
