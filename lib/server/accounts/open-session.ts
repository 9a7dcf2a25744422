import { eq } from "drizzle-orm";
import { startSession } from "../auth/principal";
import { deviceCookie, deviceOf, keepSource, knownSourceOf, sourceOf } from "../auth/source";
import type { Db } from "../db/client";
import { randomText } from "../db/ids";
import { notFound } from "../http/errors";
import { knownSources } from "../security/table";
import { closed } from "./closed";
import { noteSecurity } from "./security-events";
import { accounts } from "./table";

/** What of a call a sign-in needs: its request, and the cookies of its answer. */
export interface SigningIn {
  ctx: { db: Db; request: Request };
  setSession: (token: string) => void;
  setCookie: (name: string, value: string, seconds: number) => void;
}

const deviceSeconds = 365 * 24 * 3_600;

/** Signs an account in: a new session, and the browser and the address are known from here on. Answers its token. */
export async function openSession({ ctx, setSession, setCookie }: SigningIn, accountId: string): Promise<string> {
  const { db, request } = ctx;
  const source = sourceOf(request);
  const [account] = await db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw notFound("This account");
  if (account.dateClosed) throw closed();
  const token = await startSession(db, accountId, source);
  const device = deviceOf(request) ?? randomText(52);
  const known = await knownSourceOf(db, accountId, request);
  const elsewhere = known === null && (await db.$count(knownSources, eq(knownSources.accountId, accountId))) > 0;
  await db.transaction((tx) => noteSecurity(tx, account, elsewhere ? "new_place" : "signed_in", source));
  await keepSource(db, accountId, request, device);
  setSession(token);
  setCookie(deviceCookie, device, deviceSeconds);
  return token;
}
