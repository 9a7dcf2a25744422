import { eq } from "drizzle-orm";
import { oauthTitles } from "@/lib/constants/oauth";
import type { Db, Tx } from "../../platform/db/client";
import { accountLinks, emailChanges } from "../../platform/db/tables/account-events";
import { accounts } from "../../platform/db/tables/accounts";
import { isMailEnabled } from "../../platform/mail/mails";
import { hashPassword } from "../auth/password";
import { forgetSources, readSource, type Source } from "../auth/source";
import { disconnectAccount } from "../broadcast/disconnect";
import { createClosedAccountError } from "./closed";
import { createExpiredLinkError, type MailPurpose, redeemMailToken } from "./mail-tokens";
import { checkNewPassword } from "./passwords";
import { endMailedLinks, endSessions } from "./queries";
import { revokeAccountKeys } from "./revoke-account-keys";
import { recordSecurityEvent } from "./security-events";
import { clearSetup } from "./two-factor";

type Account = typeof accounts.$inferSelect;

interface ChosenPassword {
  token: string;
  password?: string | undefined;
  /** Keeps API keys, unless the address was unconfirmed. */
  keepKeys?: boolean | undefined;
  /** Keeps linked sign-ins, with the same exception. */
  keepLinks?: boolean | undefined;
}

/**
 * Sets a password by a mailed link, which confirms the address or resets a forgotten password. Ends sessions, mailed links, a
 * pending change of address, an unfinished two-factor setup and, unless kept, API keys and linked sign-ins. Keeps nothing of
 * an account with an unconfirmed address, which may be another person's.
 */
export async function choosePassword(
  { db, request }: { db: Db; request: Request },
  purpose: MailPurpose,
  { token, password, keepKeys = false, keepLinks = false }: ChosenPassword,
): Promise<Account> {
  const passwordHash = password === undefined ? null : await hashPassword(password);
  const source = readSource(request);
  const account = await db.transaction(async (tx) => {
    const found = await redeemMailToken(tx, purpose, token);
    if (purpose === "verify" && found.emailVerified) throw createExpiredLinkError();
    if (found.dateClosed) throw createClosedAccountError();
    checkNewPassword(password, found.email);
    // Without mail the operator passes on the link, which does not prove the address.
    const confirms = !found.emailVerified && (purpose === "verify" || isMailEnabled());
    const changes = {
      passwordHash,
      ...(confirms ? { emailVerified: true, ...requireSecondStep } : clearSetup(found)),
    };
    await tx.update(accounts).set(changes).where(eq(accounts.id, found.id));
    await endSessions(tx, found.id);
    await endMailedLinks(tx, found.id);
    await forgetSources(tx, found.id);
    await endEmailChange(tx, found, source);
    if (confirms || !keepLinks) await removeOauthLinks(tx, found, source);
    if (confirms || !keepKeys) await revokeAccountKeys(tx, found, source);
    await recordSecurityEvent(tx, found, purpose === "verify" ? "email_confirmed" : "password_changed", source);
    return { ...found, ...changes };
  });
  await disconnectAccount(account.id);
  return account;
}

const requireSecondStep = { totpSecret: null, totpStep: null, twoFactorSince: null, recoveryCodes: [] };

async function removeOauthLinks(tx: Tx, account: Account, source: Source): Promise<void> {
  const { provider } = accountLinks;
  const ended = await tx.delete(accountLinks).where(eq(accountLinks.accountId, account.id)).returning({ provider });
  for (const link of ended) await recordSecurityEvent(tx, account, "unlinked", source, oauthTitles[link.provider]);
}

async function endEmailChange(tx: Tx, account: Account, source: Source): Promise<void> {
  const { email } = emailChanges;
  const ended = await tx.delete(emailChanges).where(eq(emailChanges.accountId, account.id)).returning({ email });
  for (const change of ended) await recordSecurityEvent(tx, account, "email_stopped", source, change.email);
}
