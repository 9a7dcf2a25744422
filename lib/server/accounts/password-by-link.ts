import { eq } from "drizzle-orm";
import { oauthTitles } from "@/lib/constants/oauth";
import { hashPassword } from "../auth/password";
import { forgetSources, type Source, sourceOf } from "../auth/source";
import type { Db, Tx } from "../db/client";
import { mailIsOn } from "../mail/mails";
import { cutAccount } from "../realtime/cut";
import { accountLinks, emailChanges } from "../security/table";
import { closed } from "./closed";
import { endKeys } from "./end-keys";
import { linkOver, type MailPurpose, useMailToken } from "./mail-tokens";
import { checkNew } from "./passwords";
import { endMailedLinks, endSessions } from "./queries";
import { noteSecurity } from "./security-events";
import { accounts } from "./table";
import { withoutSetup } from "./two-factor";

type Account = typeof accounts.$inferSelect;

interface Chosen {
  token: string;
  password?: string | undefined;
  /** API keys go on, but for those of an account whose address was not confirmed before. */
  keepKeys?: boolean | undefined;
  /** Linked sign-ins go on, with the same exception. */
  keepLinks?: boolean | undefined;
}

/**
 * Sets the password that is chosen at a mailed link, which confirms the address or replaces a forgotten password, and ends
 * what someone who knew the old password may have left: every session and mailed link, a pending change of the address, a
 * set-up of two-factor sign-in that was not finished, and unless they are kept, API keys and linked sign-ins. An account
 * whose address was not confirmed before may be another person's work: none of these is kept, nor its second step.
 */
export async function choosePassword(
  { db, request }: { db: Db; request: Request },
  purpose: MailPurpose,
  { token, password, keepKeys = false, keepLinks = false }: Chosen,
): Promise<Account> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const source = sourceOf(request);
  const account = await db.transaction(async (tx) => {
    const found = await useMailToken(tx, purpose, token);
    if (purpose === "verify" && found.emailVerified) throw linkOver();
    if (found.dateClosed) throw closed();
    checkNew(password, found.email);
    // Without mail a link to a new password is handed over by whoever runs the server, and proves no address.
    const confirms = !found.emailVerified && (purpose === "verify" || mailIsOn());
    const changes = {
      passwordHash,
      ...(confirms ? { emailVerified: true, ...withoutSecondStep } : withoutSetup(found)),
    };
    await tx.update(accounts).set(changes).where(eq(accounts.id, found.id));
    await endSessions(tx, found.id);
    await endMailedLinks(tx, found.id);
    await forgetSources(tx, found.id);
    await endEmailChange(tx, found, source);
    if (confirms || !keepLinks) await endLinks(tx, found, source);
    if (confirms || !keepKeys) await endKeys(tx, found, source);
    await noteSecurity(tx, found, purpose === "verify" ? "email_confirmed" : "password_changed", source);
    return { ...found, ...changes };
  });
  await cutAccount(account.id);
  return account;
}

const withoutSecondStep = { totpSecret: null, totpStep: null, twoFactorSince: null, recoveryCodes: [] };

async function endLinks(tx: Tx, account: Account, source: Source): Promise<void> {
  const { provider } = accountLinks;
  const ended = await tx.delete(accountLinks).where(eq(accountLinks.accountId, account.id)).returning({ provider });
  for (const link of ended) await noteSecurity(tx, account, "unlinked", source, oauthTitles[link.provider]);
}

async function endEmailChange(tx: Tx, account: Account, source: Source): Promise<void> {
  const { email } = emailChanges;
  const ended = await tx.delete(emailChanges).where(eq(emailChanges.accountId, account.id)).returning({ email });
  for (const change of ended) await noteSecurity(tx, account, "email_stopped", source, change.email);
}
