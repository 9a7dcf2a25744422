import { createServer, type Server } from "node:http";
import { buffer } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll } from "vitest";
import { billing } from "@/lib/contract/billing/schemas";
import { syncBilling } from "@/lib/server/access/billing/stripe-sync";
import { getPlan } from "@/lib/server/access/plans/plan";
import { dispatch } from "@/lib/server/api/http/dispatch";
import { toReadWrite } from "@/lib/server/platform/db/client";
import { orgs } from "@/lib/server/platform/db/tables/teams";
import { forgetEnv } from "@/lib/server/platform/env/env";
import { callAs, expectOk } from "./client";
import { testDatabase } from "./database";
import { newAccount, newOrg, tokenOf } from "./people";
import { type StripeStandin, startStripeStandin } from "./standins/stripe/server";

export const webhookSecret = "whsec_of_the_test";

const settings = {
  STRIPE_SECRET_KEY: "sk_test_standin",
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_PRICE_PRO: "price_pro, price_pro_old",
  STRIPE_PRICE_TEAMS: "price_teams",
  STRIPE_PRICE_USERS_ADDON: "price_users",
  STRIPE_PRICE_STORAGE_ADDON: "price_storage",
};

/** Sets variables of the environment, or takes them away. */
export function setEnv(values: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetEnv();
}

/** Billing is set up for this file, with a stand-in whose events come to the dispatcher over HTTP. */
export function withStripe(): () => StripeStandin {
  let standin: StripeStandin | undefined;
  let hooks: Server | undefined;
  beforeAll(async () => {
    hooks = createServer(async (incoming, outgoing) => {
      const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      const request = new Request(`http://localhost:3000${incoming.url}`, {
        method: incoming.method,
        headers,
        body: new Uint8Array(await buffer(incoming)),
      });
      const response = await dispatch(request, new URL(request.url).pathname);
      outgoing.writeHead(response.status).end(await response.text());
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => hooks?.once("listening", resolve));
    const address = hooks.address();
    const port = typeof address === "object" ? address?.port : undefined;
    standin = await startStripeStandin({
      webhook: { url: `http://127.0.0.1:${port}${billing.webhook.path}`, secret: webhookSecret },
    });
    setEnv({ ...settings, STRIPE_API_BASE: standin.url });
  });
  afterAll(async () => {
    await standin?.settled();
    await standin?.close();
    hooks?.close();
    setEnv({
      ...Object.fromEntries(Object.keys(settings).map((name) => [name, undefined])),
      STRIPE_API_BASE: undefined,
    });
  });
  return () => {
    if (!standin) throw new Error("The stand-in has not begun.");
    return standin;
  };
}

export interface Owner {
  token: string;
  accountId: string;
  email: string;
  orgId: string;
  slug: string;
}

/** Somebody with an organisation of their own, on the trial that it begins with. */
export async function newOwner(): Promise<Owner> {
  const account = await newAccount("Ada");
  const place = await newOrg(account, "Lovelace", "Research");
  return { ...account, ...place, token: await tokenOf(account) };
}

export async function orgRow(orgId: string) {
  const { db } = await testDatabase();
  const [row] = await db.select().from(orgs).where(eq(orgs.id, orgId));
  if (!row) throw new Error("There is no such organization.");
  return row;
}

/** The plan in force. */
export const planName = async ({ orgId }: Pick<Owner, "orgId">) =>
  (await getPlan((await testDatabase()).db, orgId)).plan;

export const viewOf = async ({ token, slug }: Owner) =>
  (
    (await expectOk(callAs(billing.get, { token, query: { resourceSlug: slug } }))) as {
      billing: Record<string, unknown> & { plan: string };
    }
  ).billing;

export const confirm = ({ token, slug }: Owner, body: Record<string, unknown>, key?: string) =>
  callAs(billing.planConfirm, {
    token,
    query: { resourceSlug: slug },
    body,
    ...(key && { headers: { "idempotency-key": key } }),
  });

export async function customerOf({ orgId }: Owner): Promise<string> {
  const { stripeCustomerId } = await orgRow(orgId);
  if (!stripeCustomerId) throw new Error("There is no customer.");
  return stripeCustomerId;
}

/** Buys a plan through the checkout, and waits until Muster has heard of it. */
export async function buy(
  standin: StripeStandin,
  owner: Owner,
  body: Record<string, unknown>,
  card?: string,
): Promise<void> {
  const { url } = await expectOk(confirm(owner, body));
  standin.pay(String(url), card);
  await standin.settled();
}

export const sync = async ({ orgId }: Owner): Promise<void> =>
  syncBilling(toReadWrite((await testDatabase()).db), orgId);
