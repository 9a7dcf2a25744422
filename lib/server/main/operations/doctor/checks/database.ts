import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "pg";
import { pluralize } from "@/lib/utils/text/pluralize";
import { poolLimits } from "../../../../platform/db/connection/connect";
import { compareMigrations } from "../../../../platform/db/migrate/compare-migrations";
import { appliedMigrations, knownMigrations } from "../../../../platform/db/migrate/migrations";
import { failureReason } from "../../../../platform/errors/failure-reason";
import { type Check, type Finding, ok, optional, problem } from "./finding";

const notificationMs = 3_000;
/** The pool's connections, and one that listens. */
const countPerProcess = () => poolLimits().max + 1;

export const databaseCheck: Check = {
  name: "Database",
  remedy: "If DATABASE_URL is set, check its value and that PostgreSQL is running there. Otherwise, start Muster.",
  async run({ database, env: { DATABASE_URL } }) {
    const client = await database();
    if (!client)
      return [
        optional(
          "Muster isn't running, so the embedded database is stopped and can't be checked.",
          "Start Muster, then run this command again.",
        ),
      ];
    const began = performance.now();
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') version");
    const ms = Math.round(performance.now() - began);
    return [
      ok(`${DATABASE_URL ? "" : "The embedded "}PostgreSQL ${rows[0]?.version} responds in ${ms} ms.`),
      await checkMigrations(client),
      await checkTrigrams(client),
      await checkListen(client),
      await checkConnections(client),
    ];
  },
};

async function checkMigrations(client: Client): Promise<Finding> {
  const known = knownMigrations();
  const applied = await appliedMigrations(client);
  if (applied.length === 0) return optional("The database is empty.", "Start Muster, which creates its tables.");
  try {
    const { missing } = compareMigrations(known, applied);
    if (missing.length === 0) return ok(`All ${known.length} migrations are applied.`);
    return problem(
      `The database is missing ${missing.length} of ${pluralize(known.length, "migration")}.`,
      "Back up the data, then start this version of Muster, which applies them.",
    );
  } catch (error) {
    return problem(failureReason(error), "Start the version of Muster that this database belongs to.");
  }
}

async function checkTrigrams(client: Client): Promise<Finding> {
  const { rowCount } = await client.query("select from pg_extension where extname = 'pg_trgm'");
  if (rowCount) return ok("The extension pg_trgm is installed.");
  return optional(
    "The extension pg_trgm is missing, so searching many long descriptions is slow.",
    "Create it and its indexes as described in docs/operations.md, section Search.",
  );
}

/** Sends a notification to itself: a pooler that shares connections between transactions loses it. */
async function checkListen(client: Client): Promise<Finding> {
  const channel = `muster_doctor_${randomBytes(6).toString("hex")}`;
  const received = new Promise<boolean>((resolve) => {
    client.on("notification", (message) => message.channel === channel && resolve(true));
  });
  await client.query(`listen ${channel}`);
  await client.query("select pg_notify($1, '')", [channel]);
  const arrived = await Promise.race([received, sleep(notificationMs, false, { ref: false })]);
  await client.query(`unlisten ${channel}`);
  if (arrived) return ok("Notifications (LISTEN) arrive.");
  return problem(
    "A notification did not arrive, so live updates between processes don't work.",
    "Connect to PostgreSQL directly, or configure the pooler to use session mode.",
  );
}

const freeConnections = `
select least(
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
    - (select count(*) from pg_stat_activity where backend_type = 'client backend'),
  (select case when datconnlimit < 0 then null else
    datconnlimit - (select count(*) from pg_stat_activity where datname = current_database()) end
    from pg_database where datname = current_database()),
  (select case when rolconnlimit < 0 then null else
    rolconnlimit - (select count(*) from pg_stat_activity where usename = current_user) end
    from pg_roles where rolname = current_user)
)::int free`;

async function checkConnections(client: Client): Promise<Finding> {
  const { rows } = await client.query<{ free: number }>(freeConnections);
  const free = Math.max(0, rows[0]?.free ?? 0);
  const found = `${pluralize(free, "more connection")} available; each Muster process uses up to ${countPerProcess()}.`;
  if (free >= countPerProcess()) return ok(found);
  return problem(found, "Raise max_connections or the connection limit of the role or database in PostgreSQL.");
}
