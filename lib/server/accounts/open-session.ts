import { and, eq, inArray } from "drizzle-orm";
import { allPresented, hashToken, startSession } from "../auth/principal";
import { deviceCookie, deviceOf, keepSource, knownSourceOf, sourceOf } from "../auth/source";
import type { Db, Tx } from "../db/client";
import { randomText } from "../db/ids";
import { AppError, notFound } from "../http/errors";
import { cutToken } from "../realtime/cut";
import { knownSources } from "../security/table";
import { closed } from "./closed";
import { noteSecurity } from "./security-events";
import { accounts, tokens } from "./table";

/** What of a call a sign-in needs: its request, and the cookies of its answer. */
export interface SigningIn {
  ctx: { db: Db; request: Request };
  setSession: (token: string) => void;
  setCookie: (name: string, value: string, seconds: number) => void;
}

const deviceSeconds = 365 * 24 * 3_600;

/** An account as it was when its owner has shown who they are. */
export type Shown = Pick<typeof accounts.$inferSelect, "id" | "passwordHash" | "twoFactorSince">;

const changed = () => new AppError("unauthorized", "This account was changed in the meantime. Sign in again.");

/** The account, held, as far as what was shown is still what it takes. */
async function stillThat(tx: Tx, shown: Shown) {
  const [account] = await tx.select().from(accounts).where(eq(accounts.id, shown.id)).for("share");
  if (!account || account.dateDeleted) throw notFound("This account");
  if (account.dateClosed) throw closed();
  const [now, then] = [account.twoFactorSince?.getTime(), shown.twoFactorSince?.getTime()];
  if (account.passwordHash !== shown.passwordHash || (now !== undefined && now !== then)) throw changed();
  return account;
}

/**
 * Ends the sessions that the request carries, whosever they are: the browser keeps only the new one, and nobody could sign
 * them out any more. Answers their ids.
 */
async function endReplaced(tx: Tx, request: Request): Promise<string[]> {
  const hashes = allPresented(request).map(hashToken);
  const ended = await tx
    .delete(tokens)
    .where(and(eq(tokens.purpose, "session"), inArray(tokens.hash, hashes)))
    .returning({ id: tokens.id });
  return ended.map(({ id }) => id);
}

/**
 * Signs an account in: a new session in the place of that which the browser had, and the browser and the address are known
 * from here on. Answers its token.
 */
export async function openSession(call: SigningIn, shown: Shown): Promise<string> {
  const { db, request } = call.ctx;
  const source = sourceOf(request);
  const known = await knownSourceOf(db, shown.id, request);
  const elsewhere = known === null && (await db.$count(knownSources, eq(knownSources.accountId, shown.id))) > 0;
  const { token, replaced } = await db.transaction(async (tx) => {
    const account = await stillThat(tx, shown);
    await noteSecurity(tx, account, elsewhere ? "new_place" : "signed_in", source);
    const replaced = await endReplaced(tx, request);
    return { token: await startSession(tx, account.id, source), replaced };
  });
  for (const tokenId of replaced) await cutToken(tokenId);
  await keepPlace(call, shown.id);
  call.setSession(token);
  return token;
}

/** From here on the browser and the address are known: what others try keeps nobody out there. */
export async function keepPlace({ ctx: { db, request }, setCookie }: SigningIn, accountId: string): Promise<void> {
  const device = deviceOf(request) ?? randomText(52);
  await keepSource(db, accountId, request, device);
  setCookie(deviceCookie, device, deviceSeconds);
}
