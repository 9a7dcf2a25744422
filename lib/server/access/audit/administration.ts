import { and, eq, inArray, isNull } from "drizzle-orm";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import type { Fields } from "../../platform/db/tables/audit";
import { runs } from "../../platform/db/tables/sessions";
import { orgMembers, orgs, teams } from "../../platform/db/tables/teams";
import { readMail } from "../../platform/mail/outbox-folder";
import type { Reader, Subject } from "./subject";

/** Administrators' changes are recorded in the affected organizations' logs, otherwise in the server's. */
type OrgsResolver = NonNullable<Subject["orgs"]>;

const orServerLog = (ids: string[]): (string | null)[] => (ids.length > 0 ? ids : [null]);
const createSnapshot = (id: string, name: string, shown: Fields) => ({ id, name, teamId: null, shown, exact: shown });

/** Reads only the plan that was set: the organization's other data is not the administrator's. */
export const readPlannedOrg: Reader = async (tx, _call, id) => {
  const own = and(eq(orgs.id, id), isNull(orgs.dateDeleted));
  const [row] = await tx
    .select({ id: orgs.id, name: orgs.name, plan: orgs.plan })
    .from(orgs)
    .where(own)
    .for("no key update");
  return row ? createSnapshot(row.id, row.name, { plan: row.plan }) : null;
};

export const ownOrgs: OrgsResolver = async (_tx, _call, { id }) => [id];

export const readAccount: Reader = async (tx, _call, id) => {
  const [row] = await tx.select().from(accounts).where(eq(accounts.id, id)).for("no key update");
  if (!row) return null;
  const sessions = await tx.$count(tokens, and(eq(tokens.accountId, id), eq(tokens.purpose, "session")));
  const { email, root, dateClosed, twoFactorSince } = row;
  const twoFactor = twoFactorSince !== null;
  return createSnapshot(id, row.name, {
    email,
    root,
    dateClosed: dateClosed?.toISOString() ?? null,
    twoFactor,
    sessions,
  });
};

export const findAccountOrgs: OrgsResolver = async (tx, _call, { id }) => {
  const found = await tx.select({ orgId: orgMembers.orgId }).from(orgMembers).where(eq(orgMembers.accountId, id));
  return orServerLog(found.map(({ orgId }) => orgId));
};

export const readRun: Reader = async (tx, _call, id) => {
  const [row] = await tx.select().from(runs).where(eq(runs.id, id)).for("no key update");
  if (!row) return null;
  const { status, attempt, leaseOwner, cancelRequested, teamId } = row;
  return { ...createSnapshot(id, id, { status, attempt, worker: leaseOwner, cancelRequested }), teamId };
};

export const findRunOrg: OrgsResolver = async (tx, _call, { id }) => {
  const ofRun = tx.select({ id: runs.teamId }).from(runs).where(eq(runs.id, id));
  const found = await tx.select({ orgId: teams.orgId }).from(teams).where(inArray(teams.id, ofRun));
  return orServerLog(found.map(({ orgId }) => orgId));
};

/** Recipient and subject: the text is private. */
export const readOutboxMail: Reader = async (_tx, _call, id) => {
  const mail = await readMail(id);
  return mail && createSnapshot(id, mail.subject, { to: mail.to, date: mail.date, failure: mail.failure });
};

export const ofServer: OrgsResolver = async () => [null];
