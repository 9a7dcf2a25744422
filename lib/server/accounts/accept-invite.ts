import { roleBits } from "@/lib/permissions/roles";
import { noteJoining, type Origin } from "../audit/service";
import { membershipOf } from "../auth/membership";
import { hashPassword } from "../auth/password";
import type { Principal } from "../auth/principal";
import type { Db, Tx } from "../db/client";
import { newId } from "../db/ids";
import { AppError, invalidField } from "../http/errors";
import {
  claimInvite,
  type InviteRow,
  type OpenInvite,
  openInvite,
  renewLink,
  requireSeat,
  usedInvite,
} from "../invites/service";
import { mailBeside, mailIsOn, sendInviteMail, sendVerifyMail } from "../mail/mails";
import { addMember, mayStillInvite, tellJoined } from "../teams/service";
import { makeMailToken } from "./mail-tokens";
import type { Shown } from "./open-session";
import { checkNew } from "./passwords";
import { accountByEmail, holdAccount } from "./queries";
import { checkAllowed } from "./register";
import { accounts } from "./table";

export interface Accepted {
  /** The new account, unless its address has to be confirmed first. */
  made?: Shown | undefined;
  redirect: string;
}

type Person = Pick<typeof accounts.$inferSelect, "id" | "name" | "email">;

/** Who accepts, and from where. */
interface Acceptance extends Origin {
  db: Db;
  principal: Principal | null;
}

interface Form {
  token: string;
  /** With the form of a new account only. */
  name?: string;
  email?: string;
  password?: string | undefined;
}

/** At its field where the form of a new account carried it. */
const over = (field = "token") => invalidField(field, "This invitation is not valid any more. Ask for a new one.");
const used = (field = "token") => invalidField(field, "This invitation was used and is not valid any more.");

async function opened(db: Db, token: string, field?: string): Promise<OpenInvite> {
  const found = await openInvite(db, token);
  if (!found) throw (await usedInvite(db, token)) ? used(field) : over(field);
  if (!(await mayStillInvite(db, found.invite))) throw over(field);
  return found;
}

/** What the page says before somebody accepts, and once somebody has: who is in the team by now is led there. */
export async function viewInvite(db: Db, token: string, principal: Principal | null) {
  const gone = await usedInvite(db, token);
  if (gone) {
    const { teamId } = gone;
    const member = principal && teamId ? await membershipOf(db, principal.account, teamId) : null;
    return { used: true as const, path: member?.row ? placeOf({ teamId }) : null };
  }
  const { invite, place, inviter, mailed } = await opened(db, token);
  const { email, name, role } = invite;
  const known = (await accountByEmail(db, email)) !== undefined;
  const told = mailed || !mailIsOn() ? known : null;
  return { used: false as const, email, name, role, place, inviter, known: told };
}

/** Joins as the signed-in account of that address, or makes the account. Nobody is added without accepting. */
export async function acceptInvite({ db, principal, ...origin }: Acceptance, form: Form): Promise<Accepted> {
  const found = await opened(db, form.token, form.email === undefined ? undefined : "inviteToken");
  const { email } = found.invite;
  if (principal && principal.account.email !== email)
    throw new AppError(
      "forbidden",
      `This invitation is for ${email}. You are signed in as ${principal.account.email}: sign out first.`,
    );
  if (principal) return acceptAs(db, principal, found, origin);
  const account = await accountByEmail(db, email);
  if (!account) return acceptAsNew(db, found, form, origin);
  if (found.mailed || !mailIsOn()) throw signInFirst(form.token, email);
  return sayNothing(db, found, form, account.name);
}

/**
 * To whoever has only copied the link, a known address answers as a new one does, and the link is used up; its owner gets
 * another one by mail.
 */
async function sayNothing(db: Db, found: OpenInvite, form: Form, name: string): Promise<Accepted> {
  const { invite, place, inviter } = found;
  await passwordFor(form, invite.email, false);
  const link = await db.transaction((tx) => renewLink(tx, invite));
  if (!link) throw over();
  mailBeside(() => sendInviteMail(invite.email, name, link, { inviter, place }));
  return { redirect: "/verify" };
}

/**
 * The hash of the new account's password. Where the address has yet to be confirmed it may be missing: it is chosen, or
 * replaced, in that step.
 */
async function passwordFor({ email: typed, password }: Form, email: string, proven: boolean): Promise<string | null> {
  if (typed !== undefined && typed !== email) throw invalidField("email", `This invitation is for ${email}.`);
  checkAllowed(email, { invited: true });
  if (password === undefined && !proven) return null;
  checkNew(password, email);
  return hashPassword(password);
}

function signInFirst(token: string, email: string): AppError {
  const back = encodeURIComponent(`/verify?token=${token}`);
  return new AppError("unauthorized", `Sign in as ${email} to accept.`, { redirect: `/login?goto=${back}` });
}

async function join(tx: Tx, { invite, place }: OpenInvite, account: Person, origin: Origin): Promise<void> {
  await requireSeat(tx, invite.orgId, invite.email);
  await holdAccount(tx, account.id);
  await noteJoining(tx, invite, account, origin, async () => {
    if (!(await claimInvite(tx, invite))) throw over();
    // Once more, now that nobody's rights there change meanwhile.
    if (!(await mayStillInvite(tx, invite))) throw over();
    await addMember(tx, invite, account.id, [...roleBits[invite.role]]);
  });
  await tellJoined(tx, invite, account.name, place);
}

const placeOf = ({ teamId }: Pick<InviteRow, "teamId">): string => (teamId ? `/${teamId}/apps` : "/welcome");

async function acceptAs(db: Db, { account }: Principal, found: OpenInvite, origin: Origin): Promise<Accepted> {
  await db.transaction((tx) => join(tx, found, account, origin));
  return { redirect: placeOf(found.invite) };
}

/** The password is asked for at its field, so that the page can show that one. */
async function acceptAsNew(db: Db, found: OpenInvite, form: Form, origin: Origin): Promise<Accepted> {
  const { invite, mailed } = found;
  const { email, orgId, teamId } = invite;
  const proven = mailed || !mailIsOn();
  const passwordHash = await passwordFor(form, email, proven);
  const name = form.name ?? invite.name;
  const id = newId("account");
  const mailToken = await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(accounts)
      .values({
        ...{ id, email, name, passwordHash, emailVerified: mailed, onboarded: true },
        ...{ currentOrgId: orgId, currentTeamId: teamId },
      })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    if (!made) throw signInFirst(form.token, email);
    await join(tx, found, { id, name, email }, origin);
    return proven ? undefined : makeMailToken(tx, "verify", id);
  });
  if (mailToken) {
    await sendVerifyMail(email, name, mailToken);
    return { redirect: "/verify" };
  }
  return { made: { id, passwordHash, twoFactorSince: null }, redirect: placeOf(invite) };
}
