import { and, eq, isNotNull, isNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { z } from "zod";
import type { shapes } from "@/lib/contract/admin/schemas";
import { endAllSessions } from "../../access/accounts/service";
import type { Reader, Tx } from "../../platform/db/client";
import { defineList, onPage } from "../../platform/db/query/list";
import { subselect } from "../../platform/db/query/subselect";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { orgMembers, orgs, teamMembers } from "../../platform/db/tables/teams";
import { notFound } from "../../platform/errors/errors";

type AccountQuery = z.output<typeof shapes.accounts.query>;

type State = NonNullable<AccountQuery["state"]>;
type Filter = { [S in State]?: true } & { orgId?: string | undefined };

/** The rows of deleted accounts remain. */
const isNotDeleted = isNull(accounts.dateDeleted);

const isMember = (orgId: SQLWrapper) =>
  sql`exists (select 1 from ${orgMembers} where ${orgMembers.orgId} = ${orgId} and ${orgMembers.accountId} = ${accounts.id})`;

const signedIn = sql`${tokens.accountId} = ${accounts.id} and ${tokens.purpose} = 'session' and ${tokens.expires} > now()`;

/** The latest activity in a session or team; as text, because drizzle does not parse computed columns. */
const lastSeen = subselect<string | null>(sql`
  select greatest(
    (select max(${tokens.lastUsed}) from ${tokens} where ${tokens.accountId} = ${accounts.id} and ${tokens.purpose} = 'session'),
    (select max(${teamMembers.lastSeen}) from ${teamMembers} where ${teamMembers.accountId} = ${accounts.id})
  )`);

const count = (query: SQL) => subselect<number>(sql`select count(*)::int from ${query}`);

const { id: _id, name, email, emailVerified, root, dateClosed, dateCreated } = accounts;
const columns = { id: _id, name, description: email, dateCreated, dateUpdated: dateCreated };
const fields = {
  _id,
  name,
  email,
  emailVerified,
  root,
  dateClosed,
  dateCreated,
  lastSeen,
  orgs: count(sql`${orgMembers} where ${orgMembers.accountId} = ${accounts.id}`),
  owns: count(sql`${orgs} where ${orgs.ownerId} = ${accounts.id} and ${orgs.dateDeleted} is null`),
  sessions: count(sql`${tokens} where ${signedIn}`),
};

const readPage = defineList<Filter>()(
  {
    columns,
    own: (given) =>
      and(
        isNotDeleted,
        given.open && isNull(dateClosed),
        given.closed && isNotNull(dateClosed),
        given.root && eq(root, true),
        given.orgId && isMember(given.orgId),
      ),
  },
  (db, _given, page) => onPage(db.select(fields).from(accounts), page),
  (row) => row._id,
);

/** Returns one page of all accounts; `q` searches names and emails. */
export async function listAccounts(db: Reader, { state, ...query }: AccountQuery) {
  const { rows, next } = await readPage(db, { ...query, ...(state && { [state]: true }) });
  return { accounts: rows.map((row) => ({ ...row, lastSeen: row.lastSeen && new Date(row.lastSeen) })), next };
}

/** Ends every session and mailed link of an account. Returns the number of sessions. */
export async function signOutEverywhere(tx: Tx, accountId: string): Promise<number> {
  const [account] = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNotDeleted))
    .for("update");
  if (!account) throw notFound("This account");
  const ended = await tx.$count(tokens, and(eq(tokens.accountId, accountId), eq(tokens.purpose, "session")));
  await endAllSessions(tx, accountId);
  return ended;
}

/** A closed account keeps its memberships and content; its sessions end. */
export async function setClosed(tx: Tx, accountId: string, closed: boolean): Promise<void> {
  const dateClosed = closed ? sql`coalesce(${accounts.dateClosed}, now())` : null;
  const [account] = await tx
    .update(accounts)
    .set({ dateClosed })
    .where(and(eq(accounts.id, accountId), isNotDeleted))
    .returning({ id: accounts.id });
  if (!account) throw notFound("This account");
  if (closed) await endAllSessions(tx, accountId);
}
