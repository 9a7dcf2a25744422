import { type Placeholder, sql } from "drizzle-orm";
import type { Db, Reader } from "../../../platform/db/client";
import { processId } from "../../../platform/db/notify/notify";
import { defineQuery, defineStatement } from "../../../platform/db/query/define-query";
import { partialMessages } from "../../../platform/db/tables/sessions";
import type { RunRow } from "../lease/lease";
import { hasRemoteReaders } from "./remote-readers";

/** A message being generated, whose text is stored in pieces, so that saving it costs its length and not the square of it. */
interface UnsavedText {
  sessionId: string;
  messageId: string;
  run: RunRow;
  taskId: string | undefined;
  text: string;
  /** The length in UTF-16 units of what is saved. */
  saved: number;
}

/**
 * An attempt that has lost its run must not restore text that the next one discarded. A piece whose save may have failed is
 * saved again, longer. Without a synchronous commit, because a crash may lose the last moment: the step is repeated anyway.
 */
const insertPieces = (value: (name: "pieces") => Placeholder) => sql`
  insert into partial_messages (message_id, start, session_id, run_id, task_id, text)
  select p->>'messageId', (p->>'start')::int, p->>'sessionId', p->>'runId', p->>'taskId', p->>'text'
  from setting, jsonb_array_elements(${value("pieces")}::jsonb) p
  where exists (select from runs where runs.id = p->>'runId' and runs.status = 'running'
    and runs.lease_owner = p->>'owner' and runs.attempt = (p->>'attempt')::int)
  on conflict (message_id, start) do update set text = excluded.text, at = now()`;
const setting = sql`setting as materialized (select set_config('synchronous_commit', 'off', true))`;

const insertForOwnReaders = defineStatement<{ pieces: string }>()(
  (value) => sql`with ${setting} ${insertPieces(value)}`,
);

interface RemoteReader {
  sessionId: string;
  processId: string;
}

const insertForAllReaders = defineStatement<{ pieces: string; processId: string }, RemoteReader>()(
  (value) => sql`
    with ${setting}, saved as (${insertPieces(value)})
    select distinct session_id "sessionId", process_id "processId" from session_watchers
    where session_id in (select p->>'sessionId' from jsonb_array_elements(${value("pieces")}::jsonb) p)
      and process_id <> ${value("processId")} and until > now()`,
);

/**
 * Saves what was added to the texts, which are storable, in one statement. Returns the other processes that have their sessions
 * open.
 */
export async function savePieces(db: Db, texts: UnsavedText[]): Promise<RemoteReader[]> {
  const pieces = texts.map(({ messageId, sessionId, taskId, run, text, saved }) => ({
    messageId,
    start: saved,
    sessionId,
    taskId,
    runId: run.id,
    owner: run.leaseOwner,
    attempt: run.attempt,
    text: text.slice(saved),
  }));
  const values = { pieces: JSON.stringify(pieces) };
  if (hasRemoteReaders()) return insertForAllReaders(db, { ...values, processId: processId() });
  await insertForOwnReaders(db, values);
  return [];
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

/** `known`: lengths by the ids of messages, as a JSON object. A text has at most as many UTF-16 units as bytes. */
const selectPieces = defineQuery<{ sessionIds: string[]; known: string }>()((db, value) => {
  const { sessionId, messageId, start, text } = partialMessages;
  const knownLength = sql`coalesce((${value("known")}::jsonb->>${messageId})::int, 0)`;
  return db
    .select()
    .from(partialMessages)
    .where(sql`${sessionId} = any(${value("sessionIds")}) and ${start} + octet_length(${text}) > ${knownLength}`)
    .orderBy(messageId, start);
});

/** What was added to texts of these sessions beyond their known lengths, by the id of the message. */
export async function readPartialTexts(
  db: Reader,
  sessionIds: string[],
  known: ReadonlyMap<string, number> = new Map(),
): Promise<PartialText[]> {
  const rows = await selectPieces(db, { sessionIds, known: JSON.stringify(Object.fromEntries(known)) });
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
