import { createHmac } from "node:crypto";
import { and, eq, gt } from "drizzle-orm";
import { z } from "zod";
import { oauthFlowMs, secondStepMs } from "@/lib/constants/limits";
import { oauthProviders } from "@/lib/constants/oauth";
import { deriveKey } from "../../../platform/crypto/secret";
import { hashToken, safeEqual } from "../../../platform/crypto/tokens";
import type { Db, Reader } from "../../../platform/db/client";
import { tokens } from "../../../platform/db/tables/accounts";
import { AppError } from "../../../platform/errors/errors";
import { newId, randomText } from "../../../platform/ids/ids";

const flow = z.object({
  provider: z.enum(oauthProviders),
  goto: z.string().optional(),
  /** The account to link to. */
  linkTo: z.string().optional(),
});
export type Flow = z.output<typeof flow>;

/** Binds the flow to the browser that started it, so that no one can be tricked into finishing someone else's. */
export const stateCookie = "muster_oauth";
const inCookies = new RegExp(`(?:^|;\\s*)${stateCookie}=([0-9a-z]{52})(?:;|$)`);

export const createExpiredFlowError = () =>
  new AppError("invalid", "This sign-in has expired or was started in another browser. Try again.");

/** Derives PKCE's verifier from the state with a server key: it is not stored, and the state does not reveal it. */
export const deriveVerifier = (state: string): string =>
  createHmac("sha256", deriveKey("oauth-verifier")).update(state).digest("base64url");

/** A pending linking ends with the account's sessions. */
export const beginFlow = (db: Pick<Db, "insert">, data: Flow): Promise<string> =>
  storeState(db, "oauth", { ...data }, data.linkTo);

/** Consumes the state. */
export const finishFlow = async (db: Pick<Db, "delete">, request: Request, state: string): Promise<Flow> =>
  flow.parse(await consumeState(db, request, "oauth", state));

type FlowPurpose = "oauth" | "sso";

/** Stores the data of a sign-in that continues at a provider. Returns the state that identifies it. */
export async function storeState(
  db: Pick<Db, "insert">,
  purpose: FlowPurpose,
  data: Record<string, unknown>,
  accountId?: string,
): Promise<string> {
  const state = randomText(52);
  const expires = new Date(Date.now() + oauthFlowMs);
  await db.insert(tokens).values({ id: newId("token"), hash: hashToken(state), purpose, data, expires, accountId });
  return state;
}

/** Consumes a state that this browser has started. Throws 400 for any other. */
export async function consumeState(db: Pick<Db, "delete">, request: Request, purpose: FlowPurpose, state: string) {
  const own = inCookies.exec(request.headers.get("cookie") ?? "")?.[1];
  if (!own || !safeEqual(own, state)) throw createExpiredFlowError();
  const [used] = await db
    .delete(tokens)
    .where(and(eq(tokens.hash, hashToken(state)), eq(tokens.purpose, purpose), gt(tokens.expires, new Date())))
    .returning({ data: tokens.data });
  if (!used) throw createExpiredFlowError();
  return used.data;
}

/**
 * Creates a ticket that proves the first factor, completed at the provider, until the second factor is verified. `sso`: the
 * organization of the provider.
 */
export async function createTicket(
  db: Pick<Db, "insert">,
  accountId: string,
  goto: string | undefined,
  sso?: string,
): Promise<string> {
  const ticket = randomText(52);
  const expires = new Date(Date.now() + secondStepMs);
  const row = { id: newId("token"), hash: hashToken(ticket), purpose: "second-step" as const, accountId, expires };
  await db.insert(tokens).values({ ...row, data: { goto, sso } });
  return ticket;
}

const ticketData = z.object({ goto: z.string().optional(), sso: z.string().optional() });

const ticketPurpose = (ticket: string) =>
  and(eq(tokens.hash, hashToken(ticket)), eq(tokens.purpose, "second-step"), gt(tokens.expires, new Date()));

export async function readTicket(db: Reader, ticket: string) {
  const [row] = await db.select().from(tokens).where(ticketPurpose(ticket));
  if (!row?.accountId) throw createExpiredFlowError();
  const { goto, sso } = ticketData.parse(row.data);
  return { accountId: row.accountId, goto, sso };
}

/** Consumes the ticket. */
export async function clearTicket(db: Pick<Db, "delete">, ticket: string): Promise<void> {
  const used = await db.delete(tokens).where(ticketPurpose(ticket)).returning({ id: tokens.id });
  if (used.length === 0) throw createExpiredFlowError();
}
