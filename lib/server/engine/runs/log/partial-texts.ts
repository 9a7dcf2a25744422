import { inArray, sql } from "drizzle-orm";
import type { Db, Reader } from "../../../platform/db/client";
import { defineStatement } from "../../../platform/db/query/define-query";
import { partialMessages } from "../../../platform/db/tables/sessions";
import type { RunRow } from "../lease/lease";

/** A message being generated, whose text is stored in pieces, so that saving it costs its length and not the square of it. */
interface UnsavedText {
  sessionId: string;
  messageId: string;
  run: RunRow;
  taskId: string | undefined;
}

/**
 * An attempt that has lost its run must not restore text that the next one discarded. A piece whose save may have failed is
 * saved again, longer. Without a synchronous commit, because a crash may lose the last moment: the step is repeated anyway.
 */
const insertPieces = defineStatement<{ pieces: string }>()(
  (value) => sql`
    with setting as materialized (select set_config('synchronous_commit', 'off', true))
    insert into partial_messages (message_id, start, session_id, run_id, task_id, text)
    select p->>'messageId', (p->>'start')::int, p->>'sessionId', p->>'runId', p->>'taskId', p->>'text'
    from setting, jsonb_array_elements(${value("pieces")}::jsonb) p
    where exists (select from runs where runs.id = p->>'runId' and runs.status = 'running'
      and runs.lease_owner = p->>'owner' and runs.attempt = (p->>'attempt')::int)
    on conflict (message_id, start) do update set text = excluded.text, at = now()`,
);

/** Saves what was added to texts after `start`, the length in UTF-16 units of what is saved, in one statement. */
export async function savePieces(db: Db, texts: { of: UnsavedText; start: number; text: string }[]): Promise<void> {
  const pieces = texts.map(({ of: { messageId, sessionId, taskId, run }, start, text }) => ({
    messageId,
    start,
    sessionId,
    taskId,
    runId: run.id,
    owner: run.leaseOwner,
    attempt: run.attempt,
    text,
  }));
  await insertPieces(db, { pieces: JSON.stringify(pieces) });
}

interface PartialText {
  sessionId: string;
  messageId: string;
  taskId: string | null;
  /** The length in UTF-16 units of the text before. */
  start: number;
  text: string;
  at: Date;
}

/** What was added to texts of these sessions beyond their known lengths, by the id of the message. */
export async function readPartialTexts(
  db: Reader,
  sessionIds: string[],
  known: ReadonlyMap<string, number> = new Map(),
): Promise<PartialText[]> {
  const { messageId, start, text } = partialMessages;
  // A text has at most as many UTF-16 units as bytes.
  const isNew = sql`${start} + octet_length(${text}) > coalesce((${JSON.stringify(Object.fromEntries(known))}::jsonb->>${messageId})::int, -1)`;
  const rows = await db
    .select()
    .from(partialMessages)
    .where(sql`${inArray(partialMessages.sessionId, sessionIds)} and ${isNew}`)
    .orderBy(messageId, start);
  const texts = new Map<string, PartialText>();
  for (const row of rows) {
    const joined = texts.get(row.messageId);
    const length = joined ? joined.start + joined.text.length : (known.get(row.messageId) ?? 0);
    // A piece may be missing while its save is retried.
    if (row.start > length) continue;
    const added = row.text.slice(length - row.start);
    if (joined) joined.text += added;
    else texts.set(row.messageId, { ...row, start: length, text: added });
  }
  return [...texts.values()];
}
