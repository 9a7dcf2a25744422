import { and, eq } from "drizzle-orm";
import { accounts as contract } from "@/lib/contract/accounts/schemas";
import { Permission } from "@/lib/permissions/bits";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";
import { type AcceptedInvite, acceptInvite } from "../../access/accounts/accept-invite";
import { confirmEmail, isEmailToken } from "../../access/accounts/email-change";
import { toHomePath } from "../../access/accounts/home-path";
import {
  openSession,
  restoreCurrentTeam,
  type SignInContext,
  type VerifiedAccount,
} from "../../access/accounts/open-session";
import { choosePassword } from "../../access/accounts/password-by-link";
import { changePassword, requestReset, signIn } from "../../access/accounts/passwords";
import { countMembersByTeam, listOrgs } from "../../access/accounts/queries";
import { register } from "../../access/accounts/register";
import { viewInvite } from "../../access/accounts/valid-invite";
import { viewAccount } from "../../access/accounts/view";
import { limitOrgsToScope, limitToScope } from "../../access/auth/api-key";
import { findMembership } from "../../access/auth/membership";
import { disconnectToken } from "../../access/broadcast/disconnect";
import { implement, type PlainDb, type PublicContext } from "../../access/calls/implement";
import { isInviteToken } from "../../access/invites/service";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { AppError, notFound } from "../../platform/errors/errors";
import { constantTime } from "../../platform/http/limits/constant-time";
import { isMailEnabled } from "../../platform/mail/mails";
import { applyScimGroups } from "../identity/service";

const toAcceptance = ({ db, principal, address, requestId }: PublicContext & PlainDb, call: keyof typeof contract) => ({
  db,
  principal,
  address,
  requestId,
  action: contract[call].name,
  afterJoining: applyScimGroups,
});

/** With mail enabled, a known address takes as long as a new one, to prevent account enumeration. */
const withConstantTime = <T>(work: () => Promise<T>): Promise<T> =>
  isMailEnabled() ? constantTime(registerStepMs, work) : work();
const registerStepMs = 500;

const acceptAndSignIn = (
  call: SignInContext & { ctx: PublicContext & PlainDb },
  name: keyof typeof contract,
  form: Parameters<typeof acceptInvite>[1],
) =>
  withConstantTime(async () => {
    const { createdAccount, redirect }: AcceptedInvite = await acceptInvite(toAcceptance(call.ctx, name), form);
    return { token: createdAccount && (await openSession(call, createdAccount)), redirect };
  });

/** A mailed link replaces only the first factor: accounts with a second one still have to enter it. */
async function signInAfterLink(
  call: SignInContext,
  account: VerifiedAccount,
  redirect: string,
): Promise<{ token?: string; redirect: string }> {
  if (account.twoFactorSince) return { redirect: "/login" };
  return { token: await openSession(call, account), redirect };
}

implement(contract, {
  get: ({ ctx, query }) => viewAccount(ctx.db, ctx.principal, query.resourceSlug, query.memberId),

  welcome: async ({ ctx }) => {
    const { scope } = ctx.principal;
    const manages = limitToScope([Permission.ORG_ADMIN], scope).length > 0;
    const all = (await listOrgs(ctx.db, ctx.accountId)).map(({ teams, managed, ...org }) => ({
      ...org,
      teams: [
        ...teams.map((team) => ({ ...team, member: true })),
        ...(manages ? managed : []).map((team) => ({ ...team, member: false })),
      ],
    }));
    const orgs = limitOrgsToScope(all, scope);
    const counts = await countMembersByTeam(
      ctx.db,
      orgs.flatMap((org) => org.teams.map((team) => team.id)),
    );
    return {
      orgs: orgs.map((org) => ({
        ...org,
        teams: org.teams.map((team) => ({ ...team, memberCount: counts.get(team.id) ?? 0 })),
      })),
    };
  },

  // With mail the new account signs in by the mailed link; without it, immediately.
  register: async (call) => {
    const { inviteToken, ...body } = call.body;
    if (inviteToken) return acceptAndSignIn(call, "register", { ...body, token: inviteToken });
    await withConstantTime(() => register(call.ctx.db, body));
    return { redirect: isMailEnabled() ? "/verify" : "/login" };
  },

  login: async (call) => {
    const account = await signIn(call.ctx, call.body);
    return {
      token: await openSession(call, account),
      redirect: sameOriginPath(call.body.goto) ?? toHomePath(account),
    };
  },

  requestChangePassword: ({ ctx, body }) => {
    requestReset(ctx.db, body.email);
    return { mail: isMailEnabled() };
  },

  changePassword: async (call) => {
    const { ctx, body } = call;
    if (!("token" in body)) {
      await changePassword(ctx, body);
      return { redirect: "/account" };
    }
    const account = await choosePassword(ctx, "reset", body);
    // All known browsers were forgotten, and failed attempts may have used up the limit for unknown ones.
    if (account.twoFactorSince) await restoreCurrentTeam(call, account.id);
    return signInAfterLink(call, account, "/");
  },

  invitation: ({ ctx, body }) => viewInvite(ctx.db, body.token, ctx.principal),

  verify: async (call) => {
    const { ctx, body } = call;
    if (isInviteToken(body.token)) return acceptAndSignIn(call, "verify", body);
    if (isEmailToken(body.token)) {
      const done = await confirmEmail(ctx, body.token);
      return { redirect: ctx.principal ? "/account" : "/login", emailChanged: done };
    }
    const account = await choosePassword(ctx, "verify", body);
    return signInAfterLink(call, account, toHomePath(account));
  },

  switch: async ({ ctx, body }) => {
    const membership = await findMembership(ctx.db, ctx.principal.account, body.teamId);
    if (!membership?.row || membership.team.orgId !== body.orgId) throw notFound("This team");
    const redirect = sameOriginPath(body.redirect);
    if (!redirect)
      throw new AppError("invalid", "The redirect path isn't on this site.", {
        issues: [{ path: "redirect", message: "Enter a path on this site." }],
      });
    await ctx.db
      .update(accounts)
      .set({ currentOrgId: body.orgId, currentTeamId: body.teamId })
      .where(eq(accounts.id, ctx.accountId));
    return { redirect };
  },

  onboard: async ({ ctx }) => {
    await ctx.db.update(accounts).set({ onboarded: true }).where(eq(accounts.id, ctx.accountId));
    return {};
  },

  logout: async ({ ctx, setSession }) => {
    await ctx.db.delete(tokens).where(and(eq(tokens.id, ctx.principal.tokenId), eq(tokens.accountId, ctx.accountId)));
    await disconnectToken(ctx.principal.tokenId);
    setSession(null);
    return { redirect: "/login" };
  },
});
