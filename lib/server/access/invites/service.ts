import { and, asc, eq, gt, inArray, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { inviteTokenMs, maxInvites } from "@/lib/constants/limits";
import type { Role } from "@/lib/permissions/roles";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db, Reader, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { invites, usedInvites } from "../../platform/db/tables/invites";
import { orgs, teams } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { AppError } from "../../platform/errors/errors";
import { newId, randomText } from "../../platform/ids/ids";
import { countMembers, countUsers } from "../plans/counts";
import { requireWithin } from "../plans/limits";

export type InviteRow = typeof invites.$inferSelect;

const prefix = "mi_";
/** Recognizes an invite's token by its form. */
export const isInviteToken = (token: string): boolean => token.startsWith(prefix);
const createToken = () => `${prefix}${randomText(52)}`;

export const buildInvitePath = (token: string): string => `/verify?token=${token}`;
export const buildInviteLink = (token: string): string => `${env().APP_URL}${buildInvitePath(token)}`;

/** The team of an invitation, or without one the organization only. */
export interface InviteTarget {
  orgId: string;
  teamId: string | null;
}

const matchesTarget = ({ orgId, teamId }: InviteTarget): SQL | undefined =>
  and(eq(invites.orgId, orgId), teamId === null ? isNull(invites.teamId) : eq(invites.teamId, teamId));

/** Throws when the plan has no seat for another person; locks the organization. */
export const requireFreeSeat = (tx: Tx, orgId: string, email: string): Promise<void> =>
  requireWithin(tx, orgId, "users", () => countUsers(tx, orgId, email));

/** The same when accepting: the invite reserves a seat, unless the plan was downgraded since. */
export const requireSeat = (tx: Tx, orgId: string, email: string): Promise<void> =>
  requireWithin(tx, orgId, "users", () => countMembers(tx, orgId, email));

async function requireInviteCapacity(tx: Tx, place: InviteTarget, email: string): Promise<void> {
  const open = await tx.$count(invites, and(matchesTarget(place), ne(invites.email, email)));
  if (open < maxInvites) return;
  throw new AppError("conflict", `The limit is ${maxInvites} pending invitations. Revoke one first.`);
}

interface NewInvite {
  name: string;
  email: string;
  role: Role;
  invitedBy: string;
}

/** Creates an invite. A repeated invitation replaces it: older links are invalid. Returns its id and both tokens. */
export async function createInvite(tx: Tx, place: InviteTarget, { name, email, role, invitedBy }: NewInvite) {
  await requireFreeSeat(tx, place.orgId, email);
  await requireInviteCapacity(tx, place, email);
  const [mail, link] = [createToken(), createToken()];
  const fresh = {
    name,
    role,
    invitedBy,
    mailHash: hashToken(mail),
    linkHash: hashToken(link),
    dateCreated: new Date(),
    expires: new Date(Date.now() + inviteTokenMs),
  };
  const [row] = await tx
    .insert(invites)
    .values({ id: newId("invite"), ...place, email, ...fresh })
    .onConflictDoUpdate({ target: [invites.orgId, invites.teamId, invites.email], set: fresh })
    .returning({ id: invites.id });
  if (!row) throw new Error("The invite was not stored.");
  return { id: row.id, mail, link };
}

/**
 * Replaces a copied link, which then counts as used. Returns the new token, or undefined when a concurrent call was first.
 * The mailed link remains valid.
 */
export async function renewLink(tx: Tx, { id, teamId, linkHash, expires }: InviteRow): Promise<string | undefined> {
  const link = createToken();
  const changed = await tx
    .update(invites)
    .set({ linkHash: hashToken(link) })
    .where(and(eq(invites.id, id), eq(invites.linkHash, linkHash)))
    .returning({ id: invites.id });
  if (changed.length === 0) return undefined;
  const ended = { id: newId("invite"), teamId, mailHash: hashToken(createToken()), linkHash, expires };
  await tx.insert(usedInvites).values(ended);
  return link;
}

/** Returns the target's invites with their inviters' names, including expired ones, which can be sent again. */
export const listTargetInvites = (db: Reader, place: InviteTarget) =>
  db
    .select({ invite: invites, inviter: accounts.name })
    .from(invites)
    .leftJoin(accounts, eq(accounts.id, invites.invitedBy))
    .where(matchesTarget(place))
    .orderBy(asc(invites.dateCreated), asc(invites.id));

/** Returns whether there was such an invite. */
export async function revokeInvite(tx: Tx, place: InviteTarget, email: string): Promise<boolean> {
  const rows = await tx
    .delete(invites)
    .where(and(matchesTarget(place), eq(invites.email, email)))
    .returning({ id: invites.id });
  return rows.length > 0;
}

/** Revokes invitations that removed accounts have sent, so that they cannot return by them. */
export async function revokeInvitesBy(
  tx: Tx,
  accountIds: readonly string[],
  { scope, id }: { scope: "team" | "org"; id: string },
): Promise<void> {
  const here = eq(scope === "team" ? invites.teamId : invites.orgId, id);
  await tx.delete(invites).where(and(here, inArray(invites.invitedBy, accountIds)));
}

/** Revokes invitations sent to a removed account, so that it cannot return by them. */
export async function revokeInvitesFor(tx: Tx, accountId: string, orgId: string): Promise<void> {
  const theirs = tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  await tx.delete(invites).where(and(eq(invites.orgId, orgId), inArray(invites.email, theirs)));
}

export interface OpenInvite {
  invite: InviteRow;
  /** The token was mailed, which proves the address. */
  mailed: boolean;
  /** The team's or organization's name. */
  place: string;
  inviter: string;
}

const selectOpenInvites = (db: Reader, which: SQL | undefined) =>
  db
    .select({ invite: invites, org: orgs.name, team: teams.name, inviter: accounts.name })
    .from(invites)
    .innerJoin(orgs, and(eq(orgs.id, invites.orgId), isNull(orgs.dateDeleted)))
    .leftJoin(teams, eq(teams.id, invites.teamId))
    .leftJoin(accounts, eq(accounts.id, invites.invitedBy))
    .where(and(which, gt(invites.expires, new Date())));

/** The invites of an address to an organization and its teams, without expired ones. */
export async function listOpenInvites(db: Reader, orgId: string, email: string) {
  const rows = await selectOpenInvites(db, and(eq(invites.orgId, orgId), eq(invites.email, email)));
  return rows.map(({ invite, org, team }) => ({ invite, place: team ?? org }));
}

/** The invite of a token; undefined when it is unknown, used, revoked or expired. */
export async function findOpenInvite(db: Reader, token: string): Promise<OpenInvite | undefined> {
  const hash = hashToken(token);
  const [row] = await selectOpenInvites(db, or(eq(invites.mailHash, hash), eq(invites.linkHash, hash)));
  if (!row) return undefined;
  const { invite, org, team, inviter } = row;
  return { invite, mailed: invite.mailHash === hash, place: team ?? org, inviter: inviter ?? "Someone" };
}

/** Whether a token belongs to an accepted invite, and its team. */
export async function findUsedInvite(db: Reader, token: string): Promise<{ teamId: string | null } | undefined> {
  const hash = hashToken(token);
  const [row] = await db
    .select({ teamId: usedInvites.teamId })
    .from(usedInvites)
    .where(or(eq(usedInvites.mailHash, hash), eq(usedInvites.linkHash, hash)));
  return row;
}

export const sweepUsedInvites = async (db: Db): Promise<void> => {
  await db.delete(usedInvites).where(lt(usedInvites.expires, new Date()));
};

/** Consumes the invite; false when another call was first. Locks its team until the caller's transaction ends. */
export async function claimInvite(tx: Tx, { id, mailHash, linkHash, teamId, expires }: InviteRow): Promise<boolean> {
  if (teamId !== null) await tx.select({ id: teams.id }).from(teams).where(eq(teams.id, teamId)).for("no key update");
  const rows = await tx
    .delete(invites)
    .where(and(eq(invites.id, id), eq(invites.mailHash, mailHash)))
    .returning({ id: invites.id });
  if (rows.length === 0) return false;
  await tx.insert(usedInvites).values({ id, teamId, mailHash, linkHash, expires });
  return true;
}
