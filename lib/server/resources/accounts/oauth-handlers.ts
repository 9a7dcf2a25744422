import { and, eq } from "drizzle-orm";
import { oauthTitles } from "@/lib/constants/oauth";
import { oauth as contract } from "@/lib/contract/oauth/schemas";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";
import { toHomePath } from "../../access/accounts/home-path";
import {
  beginFlow,
  clearTicket,
  createTicket,
  deriveVerifier,
  type Flow,
  finishFlow,
  readTicket,
  stateCookie,
} from "../../access/accounts/oauth/oauth-flow";
import {
  buildAuthorizationUrl,
  fetchProfile,
  listConfiguredProviders,
} from "../../access/accounts/oauth/oauth-providers";
import { findOrCreateAccount, linkProvider } from "../../access/accounts/oauth/oauth-sign-in";
import { listOauthLinks } from "../../access/accounts/oauth-links";
import { openSession, type SignInContext } from "../../access/accounts/open-session";
import { recordSecurityEvent } from "../../access/accounts/security-events";
import { verifySecondStep } from "../../access/accounts/two-factor";
import { lockAccount } from "../../access/auth/lock-account";
import { lockProof, type ProofContext, requirePassword } from "../../access/auth/proof";
import { isKnownSource, readSource } from "../../access/auth/source";
import { implement } from "../../access/calls/implement";
import { accountLinks } from "../../platform/db/tables/account-events";
import { accounts, tokens } from "../../platform/db/tables/accounts";
import { identityProviders } from "../../platform/db/tables/identity";
import { AppError, notFound } from "../../platform/errors/errors";

type Account = typeof accounts.$inferSelect;

const stateSeconds = 600;

async function signedIn(call: SignInContext, account: Account, goto: string | undefined, sso?: string) {
  return { token: await openSession(call, account, sso), redirect: sameOriginPath(goto) ?? toHomePath(account) };
}

/** Linking requires the same proof as other account changes. */
async function beginLink(ctx: ProofContext, password: string | undefined, flow: Flow): Promise<string> {
  await requirePassword(ctx, password);
  return ctx.db.transaction(async (tx) => {
    await lockProof(tx, ctx);
    return beginFlow(tx, flow);
  });
}

implement(contract, {
  ways: async ({ ctx }) => {
    const [sso] = await ctx.db.select({ orgId: identityProviders.orgId }).from(identityProviders).limit(1);
    return { providers: listConfiguredProviders(), sso: sso !== undefined };
  },

  start: async ({ ctx, body, setCookie }) => {
    const { provider, goto, link, password } = body;
    const { principal } = ctx;
    if (link && !principal) throw new AppError("unauthorized", "Sign in to continue.", { redirect: "/login" });
    if (!listConfiguredProviders().includes(provider))
      throw new AppError("not_found", `Sign-in with ${oauthTitles[provider]} isn't set up on this server.`);
    const state =
      link && principal
        ? await beginLink({ ...ctx, principal }, password, { provider, goto, linkTo: principal.account.id })
        : await beginFlow(ctx.db, { provider, goto });
    setCookie(stateCookie, state, stateSeconds);
    return { url: buildAuthorizationUrl(provider, state, deriveVerifier(state)) };
  },

  finish: async (call) => {
    const { ctx, body, setCookie } = call;
    const source = readSource(ctx.request);
    if ("ticket" in body) {
      const { accountId, goto, sso } = await readTicket(ctx.db, body.ticket);
      const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId));
      if (!account) throw notFound("This account");
      const known = await isKnownSource(ctx.db, accountId, ctx.request);
      await verifySecondStep(ctx.db, account, body.code, { known, source });
      await clearTicket(ctx.db, body.ticket);
      return signedIn(call, account, goto, sso);
    }
    const { provider, goto, linkTo: accountId } = await finishFlow(ctx.db, ctx.request, body.state);
    setCookie(stateCookie, null, 0);
    const profile = await fetchProfile(provider, body.code, deriveVerifier(body.state));
    if (accountId !== undefined) {
      await linkProvider(ctx.db, ctx.principal, accountId, { provider, profile, source }, ctx.requireRights);
      return { redirect: "/account" };
    }
    const account = await findOrCreateAccount(ctx.db, provider, profile, source);
    if (!account.twoFactorSince) return signedIn(call, account, goto);
    const ticket = await createTicket(ctx.db, account.id, goto);
    throw new AppError("two_factor", "Enter the code from your authenticator app, or a recovery code.", {
      data: { ticket },
    });
  },

  unlink: async ({ ctx, body: { provider } }) => {
    const { account } = ctx.principal;
    await ctx.db.transaction(async (tx) => {
      await lockAccount(tx, account.id);
      const links = await listOauthLinks(tx, account.id);
      if (!links.some((one) => one.provider === provider)) throw notFound("This sign-in method");
      if (account.passwordHash === null && links.length === 1)
        throw new AppError("conflict", "This is your only way to sign in. Set a password first.");
      await tx
        .delete(accountLinks)
        .where(and(eq(accountLinks.accountId, account.id), eq(accountLinks.provider, provider)));
      // A pending linking is no longer valid.
      await tx.delete(tokens).where(and(eq(tokens.accountId, account.id), eq(tokens.purpose, "second-step")));
      await recordSecurityEvent(tx, account, "unlinked", readSource(ctx.request), oauthTitles[provider]);
    });
    return {};
  },
});
