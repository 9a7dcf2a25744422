import type { MessagePart } from "@/lib/contract/session-events/messages";
import type { NewEvent } from "../../engine/runs/log/events";
import { newId } from "../../platform/ids/ids";

/** An earlier message, call or result of a conversation that the caller has kept. */
export type HistoryEntry =
  | { kind: "message"; role: "user" | "assistant"; text: string }
  | { kind: "call"; callId: string; name: string; input: unknown }
  | { kind: "result"; callId: string; output: string };

interface Written {
  sessionId: string;
  author: { id: string; name: string };
  /** By the index of the entry. */
  files: ReadonlyMap<number, MessagePart[]>;
}

/** The entries as events of a session. Calls get new ids, so that no result is taken for that of another call. */
export function toHistoryEvents(entries: readonly HistoryEntry[], { sessionId, author, files }: Written): NewEvent[] {
  const ids = new Map<string, { callId: string; name: string }>();
  return entries.flatMap((entry, i): NewEvent[] => {
    if (entry.kind === "message") return [toMessage(entry, sessionId, author, files.get(i) ?? [])];
    if (entry.kind === "call") {
      const { name, input } = entry;
      const callId = newId("call");
      ids.set(entry.callId, { callId, name });
      return [{ kind: "tool_call", body: { callId, name, input } }];
    }
    const call = ids.get(entry.callId);
    return call ? [{ kind: "tool_result", body: { ...call, output: entry.output, durationMs: 0 } }] : [];
  });
}

function toMessage(
  { role, text }: HistoryEntry & { kind: "message" },
  sessionId: string,
  author: Written["author"],
  parts: MessagePart[],
): NewEvent {
  const messageId = newId("message");
  const [authorId, authorName] = role === "user" ? [author.id, author.name] : [null, ""];
  const common = { parts, citations: [], usage: null, ts: new Date().toISOString(), completed: true };
  return {
    kind: "message",
    messageId,
    body: { ...common, _id: messageId, sessionId, authorId, authorName, role, text },
  };
}
