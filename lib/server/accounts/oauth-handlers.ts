import { and, eq } from "drizzle-orm";
import { oauthTitles } from "@/lib/constants/oauth";
import { oauth as contract } from "@/lib/contract/oauth";
import { sameOriginPath } from "@/lib/utils/same-origin-path";
import { lockAccount } from "../auth/lock-account";
import { holdProof, type Proven, requireProof } from "../auth/proof";
import { knownSourceOf, sourceOf } from "../auth/source";
import { AppError, notFound } from "../http/errors";
import { implement } from "../http/implement";
import { accountLinks } from "../security/table";
import { home } from "./home";
import {
  beginFlow,
  endFlow,
  endTicket,
  type Flow,
  makeTicket,
  readTicket,
  stateCookie,
  verifierOf,
} from "./oauth-flow";
import { linksOf } from "./oauth-links";
import { authorizationUrl, configuredProviders, profileOf } from "./oauth-providers";
import { accountFor, linkTo } from "./oauth-sign-in";
import { openSession, type SigningIn } from "./open-session";
import { noteSecurity } from "./security-events";
import { accounts, tokens } from "./table";
import { secondStep } from "./two-factor";

type Account = typeof accounts.$inferSelect;

const stateSeconds = 600;

async function signedIn(call: SigningIn, account: Account, goto: string | undefined) {
  return { token: await openSession(call, account), redirect: sameOriginPath(goto) ?? home(account) };
}

/** Linking takes the proof that every change of an account does. */
async function beginLink(ctx: Proven, password: string | undefined, flow: Flow): Promise<string> {
  await requireProof(ctx, password);
  return ctx.db.transaction(async (tx) => {
    await holdProof(tx, ctx);
    return beginFlow(tx, flow);
  });
}

implement(contract, {
  ways: () => ({ providers: configuredProviders() }),

  start: async ({ ctx, body, setCookie }) => {
    const { provider, goto, link, password } = body;
    const { principal } = ctx;
    if (link && !principal) throw new AppError("unauthorized", "Sign in to go on.", { redirect: "/login" });
    if (!configuredProviders().includes(provider))
      throw new AppError("not_found", `Sign-in with ${oauthTitles[provider]} is not set up on this server.`);
    const state =
      link && principal
        ? await beginLink({ ...ctx, principal }, password, { provider, goto, linkTo: principal.account.id })
        : await beginFlow(ctx.db, { provider, goto });
    setCookie(stateCookie, state, stateSeconds);
    return { url: authorizationUrl(provider, state, verifierOf(state)) };
  },

  finish: async (call) => {
    const { ctx, body, setCookie } = call;
    const source = sourceOf(ctx.request);
    if ("ticket" in body) {
      const { accountId, goto } = await readTicket(ctx.db, body.ticket);
      const [account] = await ctx.db.select().from(accounts).where(eq(accounts.id, accountId));
      if (!account) throw notFound("This account");
      const known = await knownSourceOf(ctx.db, accountId, ctx.request);
      await secondStep(ctx.db, account, body.code, { known, source });
      await endTicket(ctx.db, body.ticket);
      return signedIn(call, account, goto);
    }
    const { provider, goto, linkTo: accountId } = await endFlow(ctx.db, ctx.request, body.state);
    setCookie(stateCookie, null, 0);
    const profile = await profileOf(provider, body.code, verifierOf(body.state));
    if (accountId !== undefined) {
      await linkTo(ctx.db, ctx.principal, accountId, { provider, profile, source }, ctx.requireRights);
      return { redirect: "/account" };
    }
    const account = await accountFor(ctx.db, provider, profile, source);
    if (!account.twoFactorSince) return signedIn(call, account, goto);
    const ticket = await makeTicket(ctx.db, account.id, goto);
    throw new AppError("two_factor", "Enter the code of your authenticator app, or a recovery code.", {
      data: { ticket },
    });
  },

  unlink: async ({ ctx, body: { provider } }) => {
    const { account } = ctx.principal;
    await ctx.db.transaction(async (tx) => {
      await lockAccount(tx, account.id);
      const links = await linksOf(tx, account.id);
      if (!links.some((one) => one.provider === provider)) throw notFound("This link");
      if (account.passwordHash === null && links.length === 1)
        throw new AppError("conflict", "This is your only way to sign in. Set a password first.");
      await tx
        .delete(accountLinks)
        .where(and(eq(accountLinks.accountId, account.id), eq(accountLinks.provider, provider)));
      // What was begun there stands for nothing any more.
      await tx.delete(tokens).where(and(eq(tokens.accountId, account.id), eq(tokens.purpose, "second-step")));
      await noteSecurity(tx, account, "unlinked", sourceOf(ctx.request), oauthTitles[provider]);
    });
    return {};
  },
});
