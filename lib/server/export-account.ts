import { Readable } from "node:stream";
import { and, asc, eq, getTableColumns, gt, inArray, is, isNull } from "drizzle-orm";
import { type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { deviceOf } from "@/lib/utils/device";
import { linksOf } from "./accounts/oauth-links";
import { orgsOf } from "./accounts/queries";
import { noteSecurity } from "./accounts/security-events";
import { liveSessions } from "./accounts/view-security";
import { apiKeys } from "./apikeys/table";
import type { Principal } from "./auth/principal";
import type { Source } from "./auth/source";
import type { Db } from "./db/client";
import * as schema from "./db/schema";
import { limitExport } from "./http/rate-limits";
import { notifications } from "./notifications/table";
import { unshelveForReaders } from "./runs/bodies";
import { readPage } from "./runs/read-page";
import { accountEvents } from "./security/table";
import { messageFeedback, sessionEvents, sessions } from "./sessions/table";
import { pack, type TarSource } from "./storage/tar";

const atOnce = 50;

const json = (name: string, value: unknown): TarSource => ({
  name: `muster/${name}.json`,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** Tables of what somebody can have made in a team: one of a resource that is added later is found by its columns. */
const made = Object.entries(schema).flatMap(([kind, table]) => {
  if (!is(table, PgTable)) return [];
  const { id, teamId, createdBy, name, dateCreated } = getTableColumns(table as PgTable) as Record<string, PgColumn>;
  if (!id || !teamId || !createdBy || !name || !dateCreated || table === sessions) return [];
  return [{ kind, table: table as PgTable, columns: { id, teamId, name, dateCreated }, createdBy }];
});

/** All that is the account's, file by file. Of what belongs to its teams only what they still let it see. */
async function* filesOf(db: Db, { account }: Principal): AsyncGenerator<TarSource> {
  const { id, email, name, emailVerified, dateCreated, twoFactorSince } = account;
  const orgs = await orgsOf(db, id);
  const organizations = orgs.map(({ managed: _managed, ...org }) => org);
  const teamIds = orgs.flatMap(({ teams }) => teams.map((team) => team.id));
  const signIns = await linksOf(db, id);
  yield json("account", { id, email, name, emailVerified, dateCreated, twoFactorSince, signIns, organizations });
  const live = await liveSessions(db, id);
  yield json(
    "sessions",
    live.map(({ userAgent, address, dateCreated, lastUsed }) => ({
      ...{ device: deviceOf(userAgent).name, userAgent, address, dateCreated, lastUsed },
    })),
  );
  const { accountId: _event, ...event } = getTableColumns(accountEvents);
  yield json("activity", await db.select(event).from(accountEvents).where(eq(accountEvents.accountId, id)));
  const { accountId: _key, hash: _hash, ...key } = getTableColumns(apiKeys);
  yield json("api-keys", await db.select(key).from(apiKeys).where(eq(apiKeys.accountId, id)));
  const { title, description, type, date } = notifications;
  const ofAccount = eq(notifications.accountId, id);
  yield json("notifications", await db.select({ date, type, title, description }).from(notifications).where(ofAccount));
  yield json("made", await madeBy(db, id, teamIds));
  yield* conversationsOf(db, id, teamIds);
}

async function madeBy(db: Db, accountId: string, teamIds: string[]) {
  const found: Record<string, unknown[]> = {};
  for (const { kind, table, columns, createdBy } of made) {
    const own = and(eq(createdBy, accountId), inArray(columns.teamId, teamIds));
    found[kind] = await db.select(columns).from(table).where(own).orderBy(asc(columns.id));
  }
  return found;
}

async function* conversationsOf(db: Db, accountId: string, teamIds: string[]): AsyncGenerator<TarSource> {
  const own = and(eq(sessions.createdBy, accountId), inArray(sessions.teamId, teamIds));
  let after = "";
  for (;;) {
    const page = await db
      .select()
      .from(sessions)
      .where(and(own, gt(sessions.id, after)))
      .orderBy(asc(sessions.id))
      .limit(atOnce);
    for (const session of page) yield await conversation(db, session, accountId);
    const last = page.at(-1);
    if (!last || page.length < atOnce) return;
    after = last.id;
  }
}

/** Written message by message: the whole can be long. */
async function conversation(db: Db, session: typeof sessions.$inferSelect, accountId: string): Promise<TarSource> {
  const { id, name, teamId, appName, status, variables, dateCreated } = session;
  const head = JSON.stringify({ id, name, teamId, appName, status, variables, dateCreated }, null, 2);
  const content = [Buffer.from(`${head.slice(0, -2)},\n  "messages": [`)];
  for await (const message of messagesOf(db, id, accountId))
    content.push(Buffer.from(`${content.length > 1 ? "," : ""}\n    ${JSON.stringify(message)}`));
  content.push(Buffer.from("\n  ]\n}\n"));
  return { name: `muster/conversations/${id}.json`, content };
}

async function* messagesOf(db: Db, sessionId: string, accountId: string) {
  const rated = await db
    .select()
    .from(messageFeedback)
    .where(and(eq(messageFeedback.sessionId, sessionId), eq(messageFeedback.by, accountId)));
  const ratings = new Map(rated.map((one) => [one.messageId, one]));
  const current = and(eq(sessionEvents.kind, "message"), isNull(sessionEvents.supersededBy));
  for (let seq = 0, more = true; more; ) {
    const where = and(current, gt(sessionEvents.seq, seq));
    const page = await readPage(db, sessionId, { where, limit: atOnce, unshelve: unshelveForReaders });
    for (const { body, messageId } of page.rows) {
      const { _id, role, authorName, text, ts } = body as Record<string, unknown>;
      const rating = ratings.get(messageId ?? "");
      yield { _id, role, authorName, text, ts, ...(rating && { feedback: rating.value, reason: rating.reason }) };
    }
    ({ more } = page);
    seq = page.rows.at(-1)?.seq ?? seq;
  }
}

/** An archive that is made while it is read. */
export async function exportAccount(db: Db, principal: Principal, source: Source): Promise<Response> {
  await limitExport(principal.account.id);
  await db.transaction((tx) => noteSecurity(tx, principal.account, "exported", source));
  const now = new Date();
  const body = Readable.toWeb(pack(filesOf(db, principal), now)) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      "content-type": "application/x-tar",
      "content-disposition": `attachment; filename="muster-account-${now.toISOString().slice(0, 10)}.tar"`,
      "x-content-type-options": "nosniff",
    },
  });
}
