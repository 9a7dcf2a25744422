import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import type { MessagePart } from "@/lib/contract/session-events/messages";
import type { Tx } from "../../../platform/db/client";
import { sessionEvents } from "../../../platform/db/tables/sessions";
import { invalidField } from "../../../platform/errors/errors";
import { loadBody } from "./bodies";
import { appendEvents } from "./events";
import { type StoredEvent, toLoaded, toStored } from "./stored-events";

/** The rewound message's content, unless the caller replaces it. */
export interface Rewound {
  events: LoggedEvent[];
  text: string | undefined;
  parts: MessagePart[];
  messageCount: number;
}

const currentMessages = (sessionId: string) =>
  and(eq(sessionEvents.sessionId, sessionId), eq(sessionEvents.kind, "message"), isNull(sessionEvents.supersededBy));

async function countMessages(tx: Tx, sessionId: string): Promise<number> {
  const finished = sql`(${sessionEvents.body}->>'completed')::boolean`;
  const [row] = await tx
    .select({ n: count() })
    .from(sessionEvents)
    .where(and(currentMessages(sessionId), finished));
  return row?.n ?? 0;
}

const isUserMessage = ({ kind, body }: StoredEvent): boolean => kind === "message" && body.role === "user";

/** Supersedes a user message and everything after it; a response's id refers to the user message before it. */
export async function rewind(tx: Tx, sessionId: string, messageId: string): Promise<Rewound> {
  const messages = await tx.select().from(sessionEvents).where(currentMessages(sessionId)).orderBy(sessionEvents.seq);
  const index = messages.findIndex((row) => row.messageId === messageId);
  const target = messages.slice(0, index + 1).findLast((row) => isUserMessage(toStored(row)));
  if (!target) throw invalidField("replaces", "This message no longer exists.");
  const events = await appendEvents(tx, sessionId, null, [{ kind: "rewind", body: { toSeq: target.seq - 1 } }]);
  const seq = events[0]?.seq ?? 0;
  await tx
    .update(sessionEvents)
    .set({ supersededBy: seq })
    .where(
      and(
        eq(sessionEvents.sessionId, sessionId),
        gt(sessionEvents.seq, target.seq - 1),
        lt(sessionEvents.seq, seq),
        isNull(sessionEvents.supersededBy),
      ),
    );
  const { kind, body } = toLoaded({ ...target, body: await loadBody(target.body) });
  const message = kind === "message" ? body : { text: undefined, parts: [] };
  return { events, text: message.text, parts: message.parts, messageCount: await countMessages(tx, sessionId) };
}
