import { eq } from "drizzle-orm";
import { nameMax } from "@/lib/constants/limits";
import { type OauthProvider, oauthTitles } from "@/lib/constants/oauth";
import { isShown } from "@/lib/contract/fields";
import { cutText } from "@/lib/utils/cut-text";
import type { Principal } from "../auth/principal";
import type { Source } from "../auth/source";
import type { Db, Tx } from "../db/client";
import { AppError } from "../http/errors";
import { mailIsOn } from "../mail/mails";
import { accountLinks } from "../security/table";
import { closed } from "./closed";
import { accountByLink } from "./oauth-links";
import type { Profile } from "./oauth-providers";
import { accountByEmail } from "./queries";
import { checkAllowed, makeAccount } from "./register";
import { noteSecurity } from "./security-events";
import { accounts } from "./table";

type Account = typeof accounts.$inferSelect;

async function link(tx: Tx, account: Account, provider: OauthProvider, { subject, email }: Profile, source: Source) {
  const made = await tx
    .insert(accountLinks)
    .values({ provider, subject, accountId: account.id, email })
    .onConflictDoNothing()
    .returning({ subject: accountLinks.subject });
  if (made.length === 0)
    throw new AppError("conflict", `Another ${oauthTitles[provider]} account is linked already. Unlink it first.`);
  await noteSecurity(tx, account, "linked", source, oauthTitles[provider]);
}

const unconfirmedThere = (provider: OauthProvider) =>
  new AppError("forbidden", `${oauthTitles[provider]} has not confirmed your e-mail address. Confirm it there first.`);

/** Links a provider's account to the one that is signed in, and was when it began. Both addresses must be confirmed. */
export async function linkTo(
  db: Db,
  principal: Principal | null,
  accountId: string,
  { provider, profile, source }: { provider: OauthProvider; profile: Profile; source: Source },
  requireRights: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (principal?.account.id !== accountId)
    throw new AppError("unauthorized", "Sign in to go on.", { redirect: "/login?goto=%2Faccount" });
  const { account } = principal;
  if (!profile.verified) throw unconfirmedThere(provider);
  if (!account.emailVerified)
    throw new AppError(
      "forbidden",
      mailIsOn()
        ? "Confirm the e-mail address of your account first: only then can it be linked."
        : "An account whose e-mail address is not confirmed cannot be linked, and this server cannot confirm addresses.",
    );
  const holder = await accountByLink(db, provider, profile.subject);
  if (holder?.id === account.id) return;
  if (holder)
    throw new AppError(
      "conflict",
      `This ${oauthTitles[provider]} account is linked to another account on this server.`,
    );
  await db.transaction(async (tx) => {
    await link(tx, account, provider, profile, source);
    // They may have signed out while the provider was asked.
    await requireRights(tx);
  });
}

/** The account of whoever comes from a provider: the one that is linked, the one with that address, or a new one. */
export async function accountFor(db: Db, provider: OauthProvider, profile: Profile, source: Source): Promise<Account> {
  const linked = await accountByLink(db, provider, profile.subject);
  if (linked?.dateClosed) throw closed();
  if (linked) return linked;
  if (!profile.verified) throw unconfirmedThere(provider);
  const known = await accountByEmail(db, profile.email);
  if (known && !known.emailVerified)
    throw new AppError(
      "forbidden",
      "There is an account with this address, but the address was never confirmed here. Sign in with its password.",
    );
  if (known?.dateClosed) throw closed();
  if (!known) checkAllowed(profile.email, { invited: false });
  return db.transaction(async (tx) => {
    const account = known ?? (await newAccount(tx, profile));
    await link(tx, account, provider, profile, source);
    return account;
  });
}

async function newAccount(tx: Tx, { email, name }: Profile): Promise<Account> {
  // A name that the form would refuse gives way to the address.
  const theirs = name.toWellFormed().trim();
  const words = theirs && isShown(theirs) ? theirs : (email.split("@")[0] ?? email);
  const id = await makeAccount(tx, {
    ...{ email, name: cutText(words, nameMax).trimEnd(), passwordHash: null, emailVerified: true },
  });
  const [account] = id ? await tx.select().from(accounts).where(eq(accounts.id, id)) : [];
  if (!account) throw new AppError("conflict", "This account was made in the meantime. Start again.");
  return account;
}
