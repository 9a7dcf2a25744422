import type { ClientBase, Pool } from "pg";

/** Sends a message to all processes as another process does. `withoutNotice`: as one that is not listening misses it. */
export const sendFromElsewhere = (
  database: Pick<ClientBase | Pool, "query">,
  channel: string,
  message: object,
  { withoutNotice = false } = {},
) =>
  database.query(
    `with stored as (insert into stored_messages (sender, channel, text) values ('elsewhere', $1, $2) returning id, text)
     select case when not $3 then pg_notify($1, 'elsewhere ' || id || ' ' || case when octet_length(text) < 7900 then text else '' end) end
     from stored`,
    [channel, JSON.stringify(message), withoutNotice],
  );
