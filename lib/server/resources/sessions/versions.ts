import { and, eq, isNull } from "drizzle-orm";
import { loadBodiesForReaders } from "../../engine/runs/log/bodies";
import { readPage } from "../../engine/runs/log/read-page";
import type { Reader } from "../../platform/db/client";
import { sessionEvents } from "../../platform/db/tables/sessions";
import { notFound } from "../../platform/errors/errors";
import type { MessageView } from "./messages";

const maxVersions = 50;
/** Messages read of one version: the question, and the answer after it. */
const maxMessages = 10;

/** Returns the earlier versions of a user message, oldest first: at most the 50 newest. Throws 404 if there is no such message. */
export async function listVersions(db: Reader, sessionId: string, messageId: string) {
  let seq = await findUserMessage(db, sessionId, messageId);
  const versions: { messages: MessageView[] }[] = [];
  while (versions.length < maxVersions) {
    // A replaced message directly follows the rewind that replaced its earlier version.
    const { rows } = await readPage(db, sessionId, {
      after: seq - 2,
      before: seq,
      kinds: ["rewind"],
      limit: 1,
      load: loadBodiesForReaders,
    });
    const [rewind] = rows;
    if (rewind?.kind !== "rewind") break;
    const first = rewind.body.toSeq + 1;
    versions.push({ messages: await readTurn(db, sessionId, first, rewind.seq) });
    seq = first;
  }
  return { versions: versions.reverse() };
}

/** The question at `first` and its answer. */
async function readTurn(db: Reader, sessionId: string, first: number, before: number): Promise<MessageView[]> {
  const { rows } = await readPage(db, sessionId, {
    after: first - 1,
    before,
    kinds: ["message"],
    outer: true,
    limit: maxMessages,
    load: loadBodiesForReaders,
  });
  const messages = rows.flatMap(({ kind, body, seq }) =>
    kind === "message" ? [{ ...body, seq, feedback: null }] : [],
  );
  const next = messages.findIndex(({ role }, i) => i > 0 && role === "user");
  return next < 0 ? messages : messages.slice(0, next);
}

async function findUserMessage(db: Reader, sessionId: string, messageId: string): Promise<number> {
  const [row] = await db
    .select({ seq: sessionEvents.seq })
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, sessionId),
        eq(sessionEvents.kind, "message"),
        eq(sessionEvents.messageId, messageId),
        isNull(sessionEvents.supersededBy),
      ),
    );
  if (!row) throw notFound("This message");
  return row.seq;
}
