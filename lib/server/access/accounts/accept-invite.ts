import { roleBits } from "@/lib/permissions/roles";
import type { Db, Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { AppError, invalidField } from "../../platform/errors/errors";
import { newId } from "../../platform/ids/ids";
import { isMailEnabled, sendInBackground, sendInviteMail, sendVerifyMail } from "../../platform/mail/mails";
import { type Origin, recordMembership, toInviteAuthor } from "../audit/service";
import { hashPassword } from "../auth/password";
import type { Principal } from "../auth/principal";
import { claimInvite, type OpenInvite, renewLink, requireSeat } from "../invites/service";
import { addMember, canStillInvite, notifyJoined } from "../teams/service";
import { createMailToken } from "./mail-tokens";
import type { VerifiedAccount } from "./open-session";
import { checkNewPassword } from "./passwords";
import { findAccountByEmail, lockAccountRow } from "./queries";
import { requireAllowedEmail } from "./register";
import { createExpiredError, findValidInvite, toInvitedPath } from "./valid-invite";

export interface AcceptedInvite {
  /** The new account, unless its address has to be confirmed first. */
  createdAccount?: VerifiedAccount | undefined;
  redirect: string;
}

type Person = Pick<typeof accounts.$inferSelect, "id" | "name" | "email">;

/** The caller who accepts, with the origin of the call. */
interface Acceptance extends AcceptanceOrigin {
  db: Db;
  principal: Principal | null;
}

interface AcceptanceOrigin extends Origin {
  /** Ends the transaction that has made the account a member. */
  afterJoining: (tx: Tx, joined: Joined) => Promise<void>;
}

/** A new member of an organization. */
export interface Joined {
  orgId: string;
  accountId: string;
  /** Whom the audit log names for the change. */
  author: ReturnType<typeof toInviteAuthor>;
}

interface Form {
  token: string;
  /** Only for a new account. */
  name?: string;
  email?: string;
  password?: string | undefined;
}

/** Joins with the signed-in account of that address, or with a new account. */
export async function acceptInvite({ db, principal, ...origin }: Acceptance, form: Form): Promise<AcceptedInvite> {
  const found = await findValidInvite(db, form.token, form.email === undefined ? undefined : "inviteToken");
  const { email } = found.invite;
  if (principal && principal.account.email !== email)
    throw new AppError(
      "forbidden",
      `This invitation is for ${email}. You're signed in as ${principal.account.email}. Sign out first.`,
    );
  if (principal) return acceptWithAccount(db, principal, found, origin);
  const account = await findAccountByEmail(db, email);
  if (!account) return acceptWithNewAccount(db, found, form, origin);
  if (found.mailed || !isMailEnabled()) throw createSignInError(form.token, email);
  return respondNeutrally(db, found, form, account.name);
}

/**
 * For a copied link, a known address gets the same response as a new one, and the link is used up; the account's owner receives
 * another one by mail.
 */
async function respondNeutrally(db: Db, found: OpenInvite, form: Form, name: string): Promise<AcceptedInvite> {
  const { invite, place, inviter } = found;
  await hashNewPassword(form, invite.email, false);
  const link = await db.transaction((tx) => renewLink(tx, invite));
  if (!link) throw createExpiredError();
  sendInBackground(() => sendInviteMail(invite.email, name, link, { inviter, place }));
  return { redirect: "/verify" };
}

/**
 * The password hash of a new account. Optional while the address is unconfirmed: the password is chosen, or replaced, at
 * confirmation.
 */
async function hashNewPassword(
  { email: typed, password }: Form,
  email: string,
  proven: boolean,
): Promise<string | null> {
  if (typed !== undefined && typed !== email) throw invalidField("email", `This invitation is for ${email}.`);
  requireAllowedEmail(email, { invited: true });
  if (password === undefined && !proven) return null;
  checkNewPassword(password, email);
  return hashPassword(password);
}

function createSignInError(token: string, email: string): AppError {
  const back = encodeURIComponent(`/verify?token=${token}`);
  return new AppError("unauthorized", `Sign in as ${email} to accept.`, { redirect: `/login?goto=${back}` });
}

async function joinTeam(
  tx: Tx,
  { invite, place }: OpenInvite,
  account: Person,
  { afterJoining, ...origin }: AcceptanceOrigin,
): Promise<void> {
  await requireSeat(tx, invite.orgId, invite.email);
  await lockAccountRow(tx, account.id);
  const author = toInviteAuthor(invite, account, origin);
  await recordMembership(tx, invite, account.id, author, async () => {
    if (!(await claimInvite(tx, invite))) throw createExpiredError();
    // Checked again under the lock.
    if (!(await canStillInvite(tx, invite))) throw createExpiredError();
    await addMember(tx, invite, account.id, [...roleBits[invite.role]]);
  });
  await notifyJoined(tx, invite, account.name, place);
  await afterJoining(tx, { orgId: invite.orgId, accountId: account.id, author });
}

async function acceptWithAccount(
  db: Db,
  { account }: Principal,
  found: OpenInvite,
  origin: AcceptanceOrigin,
): Promise<AcceptedInvite> {
  await db.transaction((tx) => joinTeam(tx, found, account, origin));
  return { redirect: toInvitedPath(found.invite) };
}

/** A missing password is reported at its field, so that the page can show it. */
async function acceptWithNewAccount(
  db: Db,
  found: OpenInvite,
  form: Form,
  origin: AcceptanceOrigin,
): Promise<AcceptedInvite> {
  const { invite, mailed } = found;
  const { email, orgId, teamId } = invite;
  const proven = mailed || !isMailEnabled();
  const passwordHash = await hashNewPassword(form, email, proven);
  const name = form.name ?? invite.name;
  const id = newId("account");
  const mailToken = await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(accounts)
      .values({
        id,
        email,
        name,
        passwordHash,
        emailVerified: mailed,
        onboarded: true,
        currentOrgId: orgId,
        currentTeamId: teamId,
      })
      .onConflictDoNothing()
      .returning({ id: accounts.id });
    if (!made) throw createSignInError(form.token, email);
    await joinTeam(tx, found, { id, name, email }, origin);
    return proven ? undefined : createMailToken(tx, "verify", id);
  });
  if (mailToken) {
    await sendVerifyMail(email, name, mailToken);
    return { redirect: "/verify" };
  }
  return { createdAccount: { id, passwordHash, twoFactorSince: null }, redirect: toInvitedPath(invite) };
}
