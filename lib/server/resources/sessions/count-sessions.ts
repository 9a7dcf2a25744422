import { sql } from "drizzle-orm";
import type { Db } from "../../platform/db/client";
import { pollWhenDue } from "../../platform/jobs/poll-when-due";

const pollMs = 3_000;
/** Reading the number of an app's sessions adds up at most about so many changes. */
const maxChanges = 1_000;
const maxPerStatement = 50_000;

const nextSum = sql`select now() from session_count_changes offset ${sql.raw(String(maxChanges))} limit 1`;

/** Adds the changes of the numbers of sessions to these numbers. Several processes may do so at the same time. */
async function addSessionChanges(db: Db): Promise<void> {
  await db.execute(sql`
    with changes as (
      delete from session_count_changes where id in (
        select id from session_count_changes order by id limit ${maxPerStatement})
      returning subject_id, change
    ), sums as (select subject_id, sum(change) sessions from changes group by subject_id)
    insert into session_counts (subject_id, sessions) select subject_id, sessions from sums order by subject_id
    on conflict (subject_id) do update set sessions = session_counts.sessions + excluded.sessions`);
}

/** Adds changes whenever there are many. Returns a function to stop. */
export function startCounting(db: Db): () => Promise<void> {
  const poll = pollWhenDue(db, {
    failed: "counting sessions failed",
    nextDue: nextSum,
    everyMs: pollMs,
    run: () => addSessionChanges(db),
  });
  return () => poll.stop();
}
