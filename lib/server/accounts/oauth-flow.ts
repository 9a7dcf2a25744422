import { createHmac } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { oauthFlowMs, secondStepMs } from "@/lib/constants/limits";
import { oauthProviders } from "@/lib/constants/oauth";
import { hashToken, safeEqual } from "../crypto/tokens";
import type { Db } from "../db/client";
import { newId, randomText } from "../db/ids";
import { AppError } from "../http/errors";
import { deriveKey } from "../secret";
import { tokens } from "./table";

const flow = z.object({
  provider: z.enum(oauthProviders),
  goto: z.string().optional(),
  /** Whom to link the provider's account to. */
  linkTo: z.string().optional(),
});
export type Flow = z.output<typeof flow>;

/** In the browser that has begun: nobody can be led to finish what somebody else has. */
export const stateCookie = "muster_oauth";
const inCookies = new RegExp(`(?:^|;\\s*)${stateCookie}=([0-9a-z]{52})(?:;|$)`);

const over = () => new AppError("invalid", "This sign-in has run out or was begun in another browser. Start again.");

/** PKCE's verifier follows from the state: so it is stored nowhere, and nobody who sees the state knows it. */
export const verifierOf = (state: string): string =>
  createHmac("sha256", deriveKey("oauth-verifier")).update(state).digest("base64url");

export async function beginFlow(db: Pick<Db, "insert">, data: Flow): Promise<string> {
  const state = randomText(52);
  const expires = new Date(Date.now() + oauthFlowMs);
  await db.insert(tokens).values({
    ...{ id: newId("token"), hash: hashToken(state), purpose: "oauth", data: { ...data }, expires },
    // So that a link that is under way ends with the account's sessions.
    accountId: data.linkTo,
  });
  return state;
}

/** Uses the state up. */
export async function endFlow(db: Pick<Db, "delete">, request: Request, state: string): Promise<Flow> {
  const own = inCookies.exec(request.headers.get("cookie") ?? "")?.[1];
  if (!own || !safeEqual(own, state)) throw over();
  const [used] = await db
    .delete(tokens)
    .where(and(eq(tokens.hash, hashToken(state)), eq(tokens.purpose, "oauth"), gt(tokens.expires, new Date())))
    .returning({ data: tokens.data });
  if (!used) throw over();
  return flow.parse(used.data);
}

/** What stands for the first step, done at the provider, until the second one is. */
export async function makeTicket(db: Pick<Db, "insert">, accountId: string, goto: string | undefined): Promise<string> {
  const ticket = randomText(52);
  const expires = new Date(Date.now() + secondStepMs);
  const row = { id: newId("token"), hash: hashToken(ticket), purpose: "second-step" as const, accountId, expires };
  await db.insert(tokens).values({ ...row, data: { goto } });
  return ticket;
}

const ofTicket = (ticket: string) =>
  and(eq(tokens.hash, hashToken(ticket)), eq(tokens.purpose, "second-step"), gt(tokens.expires, new Date()));

export async function readTicket(db: Pick<Db, "select">, ticket: string) {
  const [row] = await db.select().from(tokens).where(ofTicket(ticket));
  if (!row?.accountId) throw over();
  return { accountId: row.accountId, goto: typeof row.data.goto === "string" ? row.data.goto : undefined };
}

/** Uses the ticket up. */
export async function endTicket(db: Pick<Db, "delete">, ticket: string): Promise<void> {
  const used = await db.delete(tokens).where(ofTicket(ticket)).returning({ id: tokens.id });
  if (used.length === 0) throw over();
}
