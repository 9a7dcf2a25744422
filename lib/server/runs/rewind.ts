import { and, count, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Tx } from "../db/client";
import { invalidField } from "../http/errors";
import { sessionEvents } from "../sessions/table";
import { unshelve } from "./bodies";
import { appendEvents, type LoggedEvent } from "./events";

export type Parts = { type: string; text?: string; fileId?: string; filename?: string; mimeType?: string }[];

/** What stands in place of the rewound message unless the caller brings something else. */
export interface Rewound {
  events: LoggedEvent[];
  text: string | undefined;
  parts: Parts;
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

/** Supersedes a user's message and everything after it; an answer's id stands for the user's message before it. */
export async function rewind(tx: Tx, sessionId: string, messageId: string): Promise<Rewound> {
  const messages = await tx
    .select({ seq: sessionEvents.seq, id: sessionEvents.messageId, body: sessionEvents.body })
    .from(sessionEvents)
    .where(currentMessages(sessionId))
    .orderBy(sessionEvents.seq);
  const at = messages.findIndex(({ id }) => id === messageId);
  const target = messages.slice(0, at + 1).findLast(({ body }) => (body as { role: string }).role === "user");
  if (!target) throw invalidField("replaces", "This message does not exist any more.");
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
  const { text, parts } = (await unshelve(target.body)) as { text: string; parts: Parts };
  return { events, text, parts, messageCount: await countMessages(tx, sessionId) };
}
