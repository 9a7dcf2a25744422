import { eq } from "drizzle-orm";
import { sso as contract } from "@/lib/contract/sso/schemas";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";
import { toHomePath } from "../../../access/accounts/home-path";
import { consumeState, createTicket, stateCookie } from "../../../access/accounts/oauth/oauth-flow";
import { openSession, type SignInContext } from "../../../access/accounts/open-session";
import { signIn } from "../../../access/accounts/passwords";
import { findAccountByEmail } from "../../../access/accounts/queries";
import { implement, type PlainDb, type PublicContext } from "../../../access/calls/implement";
import type { accounts } from "../../../platform/db/tables/accounts";
import { orgs } from "../../../platform/db/tables/teams";
import { AppError, invalidField } from "../../../platform/errors/errors";
import { pickClaims } from "../members/rules";
import { discover } from "../provider/discover";
import {
  findProvider,
  findProviderByDomain,
  getProvider,
  openClient,
  type ProviderRow,
  toDomain,
} from "../provider/queries";
import { beginSso, clearLinkTicket, createLinkTicket, readLinkTicket, ssoFlow, stateSeconds } from "./flow";
import { identifyPerson, type SsoPerson } from "./person";
import { findOrJoin, linkAccount } from "./sign-in";
import { finishTest } from "./test-sign-in";

type Account = typeof accounts.$inferSelect;
type Context = PublicContext & PlainDb;

async function findSsoProvider({ db }: Context, email: string | undefined, orgId: string | undefined) {
  const domain = email && toDomain(email);
  const provider = domain ? await findProviderByDomain(db, domain) : await findProvider(db, orgId ?? "");
  if (provider) return provider;
  if (!domain) throw new AppError("not_found", "Single sign-on isn't set up for this organization.");
  throw invalidField("email", `No organization on this server uses SSO for ${domain} addresses.`);
}

async function enter(call: SignInContext, account: Account, orgId: string, goto: string | undefined) {
  const redirect = sameOriginPath(goto) ?? toHomePath(account);
  return { token: await openSession(call, account, orgId), redirect };
}

/** The account exists, and its owner has to prove that it is theirs. */
async function offerLink({ db, principal }: Context, provider: ProviderRow, person: SsoPerson, goto?: string) {
  const { orgId, rules, issuer: configured, clientId } = provider;
  const email = person.email ?? "";
  const { issuer, subject } = person;
  const claims = pickClaims(person.claims, rules);
  const ticket = await createLinkTicket(db, {
    orgId,
    provider: { issuer: configured, clientId },
    issuer,
    subject,
    email,
    claims,
    goto,
  });
  const [org] = await db.select({ name: orgs.name }).from(orgs).where(eq(orgs.id, orgId));
  const signedIn = principal?.kind === "session" && principal.account.email === email;
  return { link: { ticket, email, organization: org?.name ?? "", signedIn } };
}

implement(contract, {
  start: async ({ ctx, body: { email, orgId, goto }, setCookie }) => {
    const provider = await findSsoProvider(ctx, email, orgId);
    const config = await discover(openClient(provider));
    const { state, url } = await beginSso(ctx.db, config, provider, { orgId: provider.orgId, goto }, email);
    setCookie(stateCookie, state, stateSeconds);
    return { url };
  },

  finish: async (call) => {
    const { ctx, body, setCookie } = call;
    const { orgId, goto, test } = ssoFlow.parse(await consumeState(ctx.db, ctx.request, "sso", body.state));
    setCookie(stateCookie, null, 0);
    const provider = await getProvider(ctx.db, orgId);
    const person = await identifyPerson(provider, body);
    if (test) return { test: await finishTest(ctx, provider, person, test) };
    const account = await findOrJoin(ctx.db, provider, person, ctx);
    if (!account) return offerLink(ctx, provider, person, goto);
    if (!account.twoFactorSince) return enter(call, account, orgId, goto);
    const ticket = await createTicket(ctx.db, account.id, goto, orgId);
    throw new AppError("two_factor", "Enter the code from your authenticator app, or a recovery code.", {
      data: { ticket },
    });
  },

  link: async (call) => {
    const { ctx, body } = call;
    const { orgId, provider, goto, ...person } = await readLinkTicket(ctx.db, body.ticket);
    const account = await proveAccount(ctx, person.email, body);
    const joined = await ctx.db.transaction(async (tx) => {
      const linked = await linkAccount(tx, { orgId, ...provider }, person, account, ctx);
      await clearLinkTicket(tx, body.ticket);
      return linked;
    });
    return enter(call, joined, orgId, goto);
  },
});

/** Returns the account with that address, after its password and second factor, or its session. */
async function proveAccount(
  { db, request, principal }: Context,
  email: string,
  { password, code }: { password?: string | undefined; code?: string | undefined },
): Promise<Account> {
  if (password !== undefined) return signIn({ db, request }, { email, password, code });
  const account = await findAccountByEmail(db, email);
  if (account && principal?.kind === "session" && principal.account.id === account.id) return account;
  throw invalidField("password", "Enter your password.");
}
