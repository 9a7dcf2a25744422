import { and, asc, eq, gt, inArray, isNull, lt, ne, or, type SQL } from "drizzle-orm";
import { invitesMost, inviteTokenMs } from "@/lib/constants/limits";
import type { Role } from "@/lib/permissions/roles";
import { accounts } from "../accounts/table";
import { countMembers, countUsers } from "../billing/counts";
import { requireWithin } from "../billing/limits";
import { hashToken } from "../crypto/tokens";
import type { Db, Tx } from "../db/client";
import { newId, randomText } from "../db/ids";
import { env } from "../env";
import { AppError } from "../http/errors";
import { orgs, teams } from "../teams/table";
import { invites, usedInvites } from "./table";

type Reader = Pick<Db, "select" | "$count">;
export type InviteRow = typeof invites.$inferSelect;

const prefix = "mi_";
/** By its form: an invite's token, not one of an account's mails. */
export const isInviteToken = (token: string): boolean => token.startsWith(prefix);
const newToken = () => `${prefix}${randomText(52)}`;

export const invitePath = (token: string): string => `/verify?token=${token}`;
export const inviteLink = (token: string): string => `${env().APP_URL}${invitePath(token)}`;

/** Where somebody is invited to: a team of an organisation, or without one the organisation alone. */
export interface InvitePlace {
  orgId: string;
  teamId: string | null;
}

const at = ({ orgId, teamId }: InvitePlace): SQL | undefined =>
  and(eq(invites.orgId, orgId), teamId === null ? isNull(invites.teamId) : eq(invites.teamId, teamId));

/** Refuses an invite to one more person than the plan allows; locks the organisation. */
const requireFreeSeat = (tx: Tx, orgId: string, email: string): Promise<void> =>
  requireWithin(tx, orgId, "users", () => countUsers(tx, orgId, email));

/** The same for whoever accepts, who has taken a seat by the invite: only a smaller plan since then has none. */
export const requireSeat = (tx: Tx, orgId: string, email: string): Promise<void> =>
  requireWithin(tx, orgId, "users", () => countMembers(tx, orgId, email));

async function requireRoom(tx: Reader, place: InvitePlace, email: string): Promise<void> {
  const open = await tx.$count(invites, and(at(place), ne(invites.email, email)));
  if (open < invitesMost) return;
  throw new AppError("conflict", `There are ${invitesMost} invites, which is the most. Withdraw one first.`);
}

interface Invited {
  name: string;
  email: string;
  role: Role;
  invitedBy: string;
}

/** Invites somebody. Inviting them again renews the invite: older links are dead. Answers its id and both tokens. */
export async function makeInvite(tx: Tx, place: InvitePlace, { name, email, role, invitedBy }: Invited) {
  await requireFreeSeat(tx, place.orgId, email);
  await requireRoom(tx, place, email);
  const [mail, link] = [newToken(), newToken()];
  const fresh = {
    ...{ name, role, invitedBy, mailHash: hashToken(mail), linkHash: hashToken(link) },
    ...{ dateCreated: new Date(), expires: new Date(Date.now() + inviteTokenMs) },
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
 * A new link in the place of the one that was copied, which counts as used from here on, as if it had made an account.
 * Answers the new one's token, or nothing when another call was first. The mailed one lives on.
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

/** The place's invites with their inviters' names, expired ones too, so that they can be sent again. */
export const invitesOf = (db: Reader, place: InvitePlace) =>
  db
    .select({ invite: invites, inviter: accounts.name })
    .from(invites)
    .leftJoin(accounts, eq(accounts.id, invites.invitedBy))
    .where(at(place))
    .orderBy(asc(invites.dateCreated), asc(invites.id));

/** Whether there was an invite of this address to withdraw. */
export async function withdrawInvite(tx: Tx, place: InvitePlace, email: string): Promise<boolean> {
  const rows = await tx
    .delete(invites)
    .where(and(at(place), eq(invites.email, email)))
    .returning({ id: invites.id });
  return rows.length > 0;
}

/** Takes back what somebody has handed out: who is put out must not come in again by a link of their own. */
export async function withdrawInvitesBy(
  tx: Tx,
  accountId: string,
  { scope, id }: { scope: "team" | "org"; id: string },
) {
  const here = eq(scope === "team" ? invites.teamId : invites.orgId, id);
  await tx.delete(invites).where(and(here, eq(invites.invitedBy, accountId)));
}

/** Takes back what others have handed out to somebody who is put out: an open invite to a team would lead them in again. */
export async function withdrawInvitesOf(tx: Tx, accountId: string, orgId: string): Promise<void> {
  const theirs = tx.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId));
  await tx.delete(invites).where(and(eq(invites.orgId, orgId), inArray(invites.email, theirs)));
}

export interface OpenInvite {
  invite: InviteRow;
  /** The token came by mail, so whoever has it reads that address. */
  mailed: boolean;
  /** The team's name, or the organisation's. */
  place: string;
  inviter: string;
}

/** The invite behind a token; undefined when it is unknown, used, withdrawn or expired. */
export async function openInvite(db: Reader, token: string): Promise<OpenInvite | undefined> {
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

/** Whether a token was one of an invite that somebody has accepted, and to which team. */
export async function usedInvite(db: Reader, token: string): Promise<{ teamId: string | null } | undefined> {
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

/** Uses the invite up; false when another call was first. Its team stays until the caller's transaction ends. */
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
