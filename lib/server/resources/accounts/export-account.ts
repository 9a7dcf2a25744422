import { Readable } from "node:stream";
import { and, asc, eq, getTableColumns, gt, inArray, is, isNull, notInArray, or } from "drizzle-orm";
import { type PgColumn, PgTable } from "drizzle-orm/pg-core";
import { parseDevice } from "@/lib/utils/browser/device";
import { listOauthLinks } from "../../access/accounts/oauth-links";
import { lacksSsoOf, listOrgs } from "../../access/accounts/queries";
import { recordSecurityEvent } from "../../access/accounts/security-events";
import type { AccountPrincipal } from "../../access/auth/principal";
import { limitExport } from "../../access/auth/rate-limits";
import type { Source } from "../../access/auth/source";
import { loadBodiesForReaders } from "../../engine/runs/log/bodies";
import { readPage } from "../../engine/runs/log/read-page";
import type { Db } from "../../platform/db/client";
import { accountEvents } from "../../platform/db/tables/account-events";
import { apiKeys } from "../../platform/db/tables/api-keys";
import { identities } from "../../platform/db/tables/identity";
import { messageFeedback } from "../../platform/db/tables/message-feedback";
import { notifications } from "../../platform/db/tables/notifications";
import * as schema from "../../platform/db/tables/schema";
import { sessions } from "../../platform/db/tables/sessions";
import { pack, type TarSource } from "../../platform/storage/tar";
import { listLiveSessions } from "./view-security";

const batchSize = 50;

const toJsonFile = (name: string, value: unknown): TarSource => ({
  name: `muster/${name}.json`,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
});

/** The tables with rows that an account has created in a team, found by their columns, so that later resources are included. */
const authoredTables = Object.entries(schema).flatMap(([kind, table]) => {
  if (!is(table, PgTable)) return [];
  const all = getTableColumns(table as PgTable) as Record<string, PgColumn>;
  const { id, teamId, createdBy, name, dateCreated, dateTrashed } = all;
  if (!id || !teamId || !createdBy || !name || !dateCreated || table === sessions) return [];
  return [{ kind, table: table as PgTable, columns: { id, teamId, name, dateCreated }, createdBy, dateTrashed }];
});

/** Yields all files of an account's export. Team content is limited to what the caller can still access. */
async function* exportFiles(db: Db, principal: AccountPrincipal): AsyncGenerator<TarSource> {
  const { account } = principal;
  const { id, email, name, emailVerified, dateCreated, twoFactorSince } = account;
  const orgs = await listOrgs(db, id);
  const organizations = orgs.map(({ managed: _managed, ...org }) => org);
  const open = orgs.filter((org) => !lacksSsoOf(principal, org, id));
  const teamIds = open.flatMap(({ teams }) => teams.map((team) => team.id));
  const closedIds = orgs
    .filter((org) => !open.includes(org))
    .flatMap(({ teams, managed }) => [...teams, ...managed].map((team) => team.id));
  const signIns = await listOauthLinks(db, id);
  yield toJsonFile("account", { id, email, name, emailVerified, dateCreated, twoFactorSince, signIns, organizations });
  const live = await listLiveSessions(db, id);
  yield toJsonFile(
    "devices",
    live.map(({ userAgent, address, dateCreated, lastUsed }) => ({
      device: parseDevice(userAgent).name,
      userAgent,
      address,
      dateCreated,
      lastUsed,
    })),
  );
  const { accountId: _identity, ...identity } = getTableColumns(identities);
  yield toJsonFile("single-sign-on", await db.select(identity).from(identities).where(eq(identities.accountId, id)));
  const { accountId: _event, ...event } = getTableColumns(accountEvents);
  yield toJsonFile("activity", await db.select(event).from(accountEvents).where(eq(accountEvents.accountId, id)));
  const { accountId: _key, hash: _hash, ...key } = getTableColumns(apiKeys);
  yield toJsonFile("api-keys", await db.select(key).from(apiKeys).where(eq(apiKeys.accountId, id)));
  const { title, description, type, date } = notifications;
  const isOpen = or(isNull(notifications.teamId), notInArray(notifications.teamId, closedIds));
  const matchesAccount = and(eq(notifications.accountId, id), isOpen);
  yield toJsonFile(
    "notifications",
    await db.select({ date, type, title, description }).from(notifications).where(matchesAccount),
  );
  yield toJsonFile("created", await exportAuthored(db, id, teamIds));
  yield* exportConversations(db, id, teamIds);
}

async function exportAuthored(db: Db, accountId: string, teamIds: string[]) {
  const found: Record<string, unknown[]> = {};
  for (const { kind, table, columns, createdBy, dateTrashed } of authoredTables) {
    const own = and(eq(createdBy, accountId), inArray(columns.teamId, teamIds), dateTrashed && isNull(dateTrashed));
    found[kind] = await db.select(columns).from(table).where(own).orderBy(asc(columns.id));
  }
  return found;
}

async function* exportConversations(db: Db, accountId: string, teamIds: string[]): AsyncGenerator<TarSource> {
  const own = and(eq(sessions.createdBy, accountId), inArray(sessions.teamId, teamIds));
  let after = "";
  for (;;) {
    const page = await db
      .select()
      .from(sessions)
      .where(and(own, gt(sessions.id, after)))
      .orderBy(asc(sessions.id))
      .limit(batchSize);
    for (const session of page) yield await exportConversation(db, session, accountId);
    const last = page.at(-1);
    if (!last || page.length < batchSize) return;
    after = last.id;
  }
}

/** Streamed message by message, because it can be long. */
async function exportConversation(
  db: Db,
  session: typeof sessions.$inferSelect,
  accountId: string,
): Promise<TarSource> {
  const { id, name, teamId, appName, status, variables, dateCreated } = session;
  const head = JSON.stringify({ id, name, teamId, appName, status, variables, dateCreated }, null, 2);
  const content = [Buffer.from(`${head.slice(0, -2)},\n  "messages": [`)];
  for await (const message of exportMessages(db, id, accountId))
    content.push(Buffer.from(`${content.length > 1 ? "," : ""}\n    ${JSON.stringify(message)}`));
  content.push(Buffer.from("\n  ]\n}\n"));
  return { name: `muster/sessions/${id}.json`, content };
}

async function* exportMessages(db: Db, sessionId: string, accountId: string) {
  const rated = await db
    .select()
    .from(messageFeedback)
    .where(and(eq(messageFeedback.sessionId, sessionId), eq(messageFeedback.by, accountId)));
  const ratings = new Map(rated.map((one) => [one.messageId, one]));
  const filter = { kinds: ["message"], limit: batchSize } as const;
  for (let seq = 0, more = true; more; ) {
    const page = await readPage(db, sessionId, { ...filter, after: seq, load: loadBodiesForReaders });
    for (const { kind, body, messageId, supersededBy } of page.rows) {
      // Replaces an unreadable message.
      if (kind === "notice") yield { _id: messageId, text: body.text };
      if (kind !== "message") continue;
      const { _id, role, authorName, text, ts } = body;
      const rating = ratings.get(messageId ?? "");
      // An earlier version of an edited message or a regenerated answer.
      const replaced = supersededBy !== null && { replaced: true };
      yield {
        _id,
        role,
        authorName,
        text,
        ts,
        ...replaced,
        ...(rating && { feedback: rating.value, reason: rating.reason }),
      };
    }
    ({ more } = page);
    seq = page.rows.at(-1)?.seq ?? seq;
  }
}

/** Streams the archive while it is being read. */
export async function exportAccount(db: Db, principal: AccountPrincipal, source: Source): Promise<Response> {
  await limitExport(principal.account.id);
  await db.transaction((tx) => recordSecurityEvent(tx, principal.account, "exported", source));
  const now = new Date();
  const body = Readable.toWeb(pack(exportFiles(db, principal), now)) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: {
      "content-type": "application/x-tar",
      "content-disposition": `attachment; filename="muster-account-${now.toISOString().slice(0, 10)}.tar"`,
      "x-content-type-options": "nosniff",
    },
  });
}
