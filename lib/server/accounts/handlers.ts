import { and, eq } from "drizzle-orm";
import { accounts as contract } from "@/lib/contract/accounts";
import { sameOriginPath } from "@/lib/utils/same-origin-path";
import { teamsInScope } from "../auth/api-key";
import { membershipOf } from "../auth/membership";
import { startSession } from "../auth/principal";
import { AppError, notFound } from "../http/errors";
import { implement, type PublicContext } from "../http/implement";
import { isInviteToken } from "../invites/service";
import { mailIsOn } from "../mail/mails";
import { cutToken } from "../realtime/cut";
import { type Accepted, acceptInvite, viewInvite } from "./accept-invite";
import { useMailToken } from "./mail-tokens";
import { changePassword, requestReset, signIn } from "./passwords";
import { memberCounts, orgsOf } from "./queries";
import { register } from "./register";
import { accounts, tokens } from "./table";
import { viewAccount } from "./view";

const home = (account: { onboarded: boolean; currentTeamId: string | null }): string => {
  if (!account.onboarded) return "/onboarding";
  return account.currentTeamId ? `/${account.currentTeamId}/apps` : "/welcome";
};

const accepting = ({ db, principal, address, requestId }: PublicContext, call: keyof typeof contract) => ({
  ...{ db, principal, address, requestId, action: contract[call].name },
});

function signedIn({ token, redirect }: Accepted, setSession: (token: string) => void): Accepted {
  if (token) setSession(token);
  return { token, redirect };
}

implement(contract, {
  get: ({ ctx, query }) => viewAccount(ctx.db, ctx.principal, query.resourceSlug, query.memberId),

  welcome: async ({ ctx }) => {
    const orgs = teamsInScope(await orgsOf(ctx.db, ctx.accountId), ctx.principal.scope);
    const counts = await memberCounts(
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

  // With mail the new account is signed in from the mailed link; without it nobody could be, so at the form.
  register: async ({ ctx, body: { inviteToken, ...body }, setSession }) => {
    if (inviteToken)
      return signedIn(await acceptInvite(accepting(ctx, "register"), { ...body, token: inviteToken }), setSession);
    await register(ctx.db, body);
    return { redirect: mailIsOn() ? "/verify" : "/login" };
  },

  login: async ({ ctx, body, setSession }) => {
    const { account, token } = await signIn(ctx.db, body);
    setSession(token);
    return { token, redirect: sameOriginPath(body.goto) ?? home(account) };
  },

  requestChangePassword: async ({ ctx, body }) => {
    const mail = mailIsOn();
    await requestReset(ctx.db, body.email);
    return { mail };
  },

  changePassword: async ({ ctx, body, setSession }) => {
    const token = await changePassword(ctx.db, ctx.principal, body);
    if (token) setSession(token);
    return { token, redirect: token ? "/" : "/account" };
  },

  invitation: ({ ctx, body }) => viewInvite(ctx.db, body.token, ctx.principal),

  verify: async ({ ctx, body, setSession }) => {
    if (isInviteToken(body.token)) return signedIn(await acceptInvite(accepting(ctx, "verify"), body), setSession);
    const id = await ctx.db.transaction(async (tx) => {
      const accountId = await useMailToken(tx, "verify", body.token);
      await tx.update(accounts).set({ emailVerified: true }).where(eq(accounts.id, accountId));
      return accountId;
    });
    const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, id));
    if (!account) throw notFound("This account");
    const token = await startSession(ctx.db, id);
    setSession(token);
    return { token, redirect: home(account) };
  },

  switch: async ({ ctx, body }) => {
    const membership = await membershipOf(ctx.db, ctx.principal.account, body.teamId);
    if (!membership?.row || membership.team.orgId !== body.orgId) throw notFound("This team");
    const redirect = sameOriginPath(body.redirect);
    if (!redirect)
      throw new AppError("invalid", "The address to go to is not on this site.", {
        issues: [{ path: "redirect", message: "Give a path on this site." }],
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
    await cutToken(ctx.principal.tokenId);
    setSession(null);
    return { redirect: "/login" };
  },
});
