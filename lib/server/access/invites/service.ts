import { and, asc, eq, gt, inArray, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { inviteTokenMs, maxInvites } from "@/lib/constants/limits";
import type { Role } from "@/lib/permissions/roles";
import { hashToken } from "../../platform/crypto/tokens";
import type { Db, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { invites, usedInvites } from "../../platform/db/tables/invites";
import { orgs, teams } from "../../platform/db/tables/teams";
import { env } from "../../platform/env/env";
import { AppError } from "../../platform/errors/errors";
import { newId, randomText } from "../../platform/ids/ids";
import { countMembers, countUsers } from "../plans/counts";
import { requireWithin } from "../plans/limits";

type Reader = Pick<Db, "select" | "$count">;
export type InviteRow = typeof invites.$inferSelect;

const prefix = "mi_";
/** Recognizes an invite's token by its form. */
export const isInviteToken = (token: string): boolean => token.startsWith(prefix);
const newToken = () => `${prefix}${randomText(52)}`;

export const invitePath = (token: string): string => `/verify?token=${token}`;
export const inviteLink = (token: string): string => `${env().APP_URL}${invitePath(token)}`;

/** The team of an invitation, or without one the organization only. */
export interface InvitePlace {
  orgId: string;
  teamId: string | null;
}

const at = ({ orgId, teamId }: InvitePlace): SQL | undefined =>
  and(eq(invites.orgId, orgId), teamId === null ? isNull(invites.teamId) : eq(invites.teamId, teamId));

/** Throws when the plan has no seat for another person; locks the organization. */
const requireFreeSeat = (tx: Tx, orgId: string, email: string): Promise<void> =>
  requireWithin(tx, orgId, "users", () => countUsers(tx, orgId, email));

/** The same for accepting: the invite holds a seat, unless the plan has shrunk since. */
export const requireSeat = (tx: Tx, orgId: string, email: string): Promise<void> =>
  requireWithin(tx, orgId, "users", () => countMembers(tx, orgId, email));

async function requireRoom(tx: Reader, place: InvitePlace, email: string): Promise<void> {
  const open = await tx.$count(invites, and(at(place), ne(invites.email, email)));
  if (open < maxInvites) return;
  throw new AppError("conflict", `There are ${maxInvites} invites, which is the most. Withdraw one first.`);
}

interface Invited {
  name: string;
  email: string;
  role: Role;
  invitedBy: string;
}

/** Creates an invite. A repeated invitation replaces it: older links are invalid. Returns its id and both tokens. */
export async function makeInvite(tx: Tx, place: InvitePlace, { name, email, role, invitedBy }: Invited) {
  await requireFreeSeat(tx, place.orgId, email);
  await requireRoom(tx, place, email);
  const [mail, link] = [newToken(), newToken()];
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
 * Replaces a copied link, which counts as used as if it had created an account. Returns the new token, or nothing when another
 * call was first. The mailed link remains valid.
 */
export async function renewLink(tx: Tx, { id, teamId, linkHash, expires }: InviteRow): Promise<string | undefined> {
  const link = newToken();
  const changed = await tx
    .update(invites)
    .set({ linkHash: hashToken(link) })
    .where(and(eq(invites.id, id), eq(invites.linkHash, linkHash)))
    .returning({ id: invites.id });
  if (changed.length === 0) return undefined;
  const ended = { id: newId("invite"), teamId, mailHash: hashToken(newToken()), linkHash, expires };
  await tx.insert(usedInvites).values(ended);
  return link;
}

/** The place's invites with their inviters' names, including expired ones, which can be sent again. */
export const listInvitesOf = (db: Reader, place: InvitePlace) =>
  db
    .select({ invite: invites, inviter: accounts.name })
    .from(invites)
    .leftJoin(accounts, eq(accounts.id, invites.invitedBy))
    .where(at(place))
    .orderBy(asc(invites.dateCreated), asc(invites.id));

/** Returns whether there was such an invite. */
export async function withdrawInvite(tx: Tx, place: InvitePlace, email: string): Promise<boolean> {
  const rows = await tx
    .delete(invites)
    .where(and(at(place), eq(invites.email, email)))
    .returning({ id: invites.id });
  return rows.length > 0;
}

/** Revokes an account's own invitations when it is removed, so that it cannot return by them. */
export async function withdrawInvitesBy(
  tx: Tx,
  accountId: string,
  { scope, id }: { scope: "team" | "org"; id: string },
) {
  const here = eq(scope === "team" ? invites.teamId : invites.orgId, id);
  await tx.delete(invites).where(and(here, eq(invites.invitedBy, accountId)));
}

/** Revokes invitations for a removed account, so that it cannot return by them. */
export async function withdrawInvitesOf(tx: Tx, accountId: string, orgId: string): Promise<void> {
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

/** The invite of a token; undefined when it is unknown, used, revoked or expired. */
export async function findOpenInvite(db: Reader, token: string): Promise<OpenInvite | undefined> {
  const hash = hashToken(token);
  const [row] = await db
    .select({ invite: invites, org: orgs.name, team: teams.name, inviter: accounts.name })
    .from(invites)
    .innerJoin(orgs, and(eq(orgs.id, invites.orgId), isNull(orgs.dateDeleted)))
    .leftJoin(teams, eq(teams.id, invites.teamId))
    .leftJoin(accounts, eq(accounts.id, invites.invitedBy))
    .where(and(or(eq(invites.mailHash, hash), eq(invites.linkHash, hash)), gt(invites.expires, new Date())));
  if (!row) return undefined;
  const { invite, org, team, inviter } = row;
  return { invite, mailed: invite.mailHash === hash, place: team ?? org, inviter: inviter ?? "Somebody" };
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
