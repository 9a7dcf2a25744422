import { eq } from "drizzle-orm";
import { nameMax } from "@/lib/constants/limits";
import { type OauthProvider, oauthTitles } from "@/lib/constants/oauth";
import { isVisible } from "@/lib/contract/base/visible";
import { truncate } from "@/lib/utils/text/truncate";
import type { Db, Tx } from "../../../platform/db/client";
import { accountLinks } from "../../../platform/db/tables/account-events";
import { accounts } from "../../../platform/db/tables/accounts";
import { AppError } from "../../../platform/errors/errors";
import { isMailEnabled } from "../../../platform/mail/mails";
import type { AccountPrincipal } from "../../auth/principal";
import type { Source } from "../../auth/source";
import { createClosedAccountError } from "../closed";
import { findAccountByOauth } from "../oauth-links";
import { findAccountByEmail } from "../queries";
import { createAccount, requireAllowedEmail } from "../register";
import { recordSecurityEvent } from "../security-events";
import type { Profile } from "./oauth-providers";

type Account = typeof accounts.$inferSelect;

async function link(tx: Tx, account: Account, provider: OauthProvider, { subject, email }: Profile, source: Source) {
  const inserted = await tx
    .insert(accountLinks)
    .values({ provider, subject, accountId: account.id, email })
    .onConflictDoNothing()
    .returning({ subject: accountLinks.subject });
  if (inserted.length === 0)
    throw new AppError("conflict", `Another ${oauthTitles[provider]} account is already linked. Unlink it first.`);
  await recordSecurityEvent(tx, account, "linked", source, oauthTitles[provider]);
}

const createUnconfirmedError = (provider: OauthProvider) =>
  new AppError("forbidden", `${oauthTitles[provider]} hasn't confirmed your email address. Confirm it there first.`);

/** Links a provider's account to the account that started the flow and is still signed in. Both addresses must be confirmed. */
export async function linkProvider(
  db: Db,
  principal: AccountPrincipal | null,
  accountId: string,
  { provider, profile, source }: { provider: OauthProvider; profile: Profile; source: Source },
  requireRights: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (principal?.account.id !== accountId)
    throw new AppError("unauthorized", "Sign in to continue.", { redirect: "/login?goto=%2Faccount" });
  const { account } = principal;
  if (!profile.verified) throw createUnconfirmedError(provider);
  if (!account.emailVerified)
    throw new AppError(
      "forbidden",
      isMailEnabled()
        ? "Confirm your account's email address before you link it."
        : "Accounts without a confirmed email address can't be linked, and this server can't confirm addresses.",
    );
  const holder = await findAccountByOauth(db, provider, profile.subject);
  if (holder?.id === account.id) return;
  if (holder)
    throw new AppError(
      "conflict",
      `This ${oauthTitles[provider]} account is linked to another account on this server.`,
    );
  await db.transaction(async (tx) => {
    await link(tx, account, provider, profile, source);
    // The account may have signed out in the meantime.
    await requireRights(tx);
  });
}

/** Returns the account for a provider's user: the linked one, the one with that address, or a new one. */
export async function findOrCreateAccount(
  db: Db,
  provider: OauthProvider,
  profile: Profile,
  source: Source,
): Promise<Account> {
  const linked = await findAccountByOauth(db, provider, profile.subject);
  if (linked?.dateClosed) throw createClosedAccountError();
  if (linked) return linked;
  if (!profile.verified) throw createUnconfirmedError(provider);
  const known = await findAccountByEmail(db, profile.email);
  if (known && !known.emailVerified)
    throw new AppError(
      "forbidden",
      "An account with this address exists, but the address was never confirmed. Sign in with its password.",
    );
  if (known?.dateClosed) throw createClosedAccountError();
  if (!known) requireAllowedEmail(profile.email, { invited: false });
  return db.transaction(async (tx) => {
    const account = known ?? (await createFromProvider(tx, profile));
    await link(tx, account, provider, profile, source);
    return account;
  });
}

async function createFromProvider(tx: Tx, { email, name }: Profile): Promise<Account> {
  // A name that the form would reject is replaced by the address.
  const providerName = name.toWellFormed().trim();
  const words = providerName && isVisible(providerName) ? providerName : (email.split("@")[0] ?? email);
  const id = await createAccount(tx, {
    email,
    name: truncate(words, nameMax).trimEnd(),
    passwordHash: null,
    emailVerified: true,
  });
  const [account] = id ? await tx.select().from(accounts).where(eq(accounts.id, id)) : [];
  if (!account) throw new AppError("conflict", "This account was created in the meantime. Try again.");
  return account;
}
