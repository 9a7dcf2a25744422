import { eq } from "drizzle-orm";
import { hashPassword } from "../auth/password";
import { forgetSources, sourceOf } from "../auth/source";
import type { Db, Tx } from "../db/client";
import { mailIsOn } from "../mail/mails";
import { cutAccount } from "../realtime/cut";
import { accountLinks, emailChanges } from "../security/table";
import { closed } from "./closed";
import { endKeys } from "./end-keys";
import { linkOver, type MailPurpose, useMailToken } from "./mail-tokens";
import { checkNew } from "./passwords";
import { endSessions } from "./queries";
import { noteSecurity } from "./security-events";
import { accounts } from "./table";

type Account = typeof accounts.$inferSelect;

interface Chosen {
  token: string;
  password?: string | undefined;
  /** API keys go on, but for those of an account whose address was not confirmed before. */
  keepKeys?: boolean | undefined;
}

/**
 * Sets the password that is chosen at a mailed link, which confirms the address or replaces a forgotten password, and ends
 * every session. An account whose address was not confirmed before may be another person's work: its API keys, second
 * step, sign-ins elsewhere and pending change of the address end too.
 */
export async function choosePassword(
  { db, request }: { db: Db; request: Request },
  purpose: MailPurpose,
  { token, password, keepKeys = false }: Chosen,
): Promise<Account> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const source = sourceOf(request);
  const account = await db.transaction(async (tx) => {
    const id = await useMailToken(tx, purpose, token);
    const [found] = await tx.select().from(accounts).where(eq(accounts.id, id)).for("update");
    if (!found || (purpose === "verify" && found.emailVerified)) throw linkOver();
    if (found.dateClosed) throw closed();
    checkNew(password, found.email);
    // Without mail a link to a new password is handed over by whoever runs the server, and proves no address.
    const confirms = !found.emailVerified && (purpose === "verify" || mailIsOn());
    const changes = { passwordHash, ...(confirms && { emailVerified: true, ...withoutSecondStep }) };
    await tx.update(accounts).set(changes).where(eq(accounts.id, id));
    await endSessions(tx, id);
    await forgetSources(tx, id);
    if (confirms) await endOtherWaysIn(tx, id);
    if (confirms || !keepKeys) await endKeys(tx, found, source);
    await noteSecurity(tx, found, purpose === "verify" ? "email_confirmed" : "password_changed", source);
    return { ...found, ...changes };
  });
  await cutAccount(account.id);
  return account;
}

const withoutSecondStep = { totpSecret: null, totpStep: null, twoFactorSince: null, recoveryCodes: [] };

async function endOtherWaysIn(tx: Tx, accountId: string): Promise<void> {
  await tx.delete(accountLinks).where(eq(accountLinks.accountId, accountId));
  await tx.delete(emailChanges).where(eq(emailChanges.accountId, accountId));
}
