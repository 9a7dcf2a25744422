import type pg from "pg";
import { openDatabase } from "@/lib/server/platform/db/client";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { multiply } from "../support/multiply";

/** Works on the embedded database of a running server. */
export async function withDatabase<T>(dataDir: string, work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  process.env.DATA_DIR = dataDir;
  forgetEnv();
  const database = await openDatabase();
  try {
    return await work(database.pool);
  } finally {
    await database.close();
  }
}

/**
 * Repeats the log of a session until it has so many events, then gives the same log to copies of the session. The
 * messages get ids of their own.
 */
export async function lengthen(pool: pg.Pool, sessionId: string, events: number, copies: number): Promise<void> {
  await multiply(pool, "sessions", sessionId, copies);
  const { rows } = await pool.query<{ n: number }>("select max(seq)::int n from session_events where session_id = $1", [
    sessionId,
  ]);
  const turn = rows[0]?.n ?? 1;
  const id = "e.message_id || '-' || s.n || '-' || turn";
  await pool.query(
    `insert into session_events (session_id, seq, run_id, kind, body, message_id, at)
     select s.id, e.seq + turn * $2, e.run_id, e.kind,
       case when e.message_id is null then e.body else e.body || jsonb_build_object('_id', ${id}, 'sessionId', s.id) end,
       ${id}, e.at
     from (select id, row_number() over (order by id) n from sessions where id like $1 || '%') s
       cross join generate_series(0, $3) turn cross join session_events e
     where e.session_id = $1 and not (s.id = $1 and turn = 0)`,
    [sessionId, turn, Math.ceil(events / turn) - 1],
  );
  await pool.query(
    `update sessions set last_seq = (select max(seq) from session_events e where e.session_id = sessions.id),
       message_count = (select count(*) from session_events e where e.session_id = sessions.id and kind = 'message'),
       max_messages = 100000 where id like $1 || '%'`,
    [sessionId],
  );
  await pool.query("analyze sessions; analyze session_events");
}
