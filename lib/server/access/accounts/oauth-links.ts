import { and, asc, eq } from "drizzle-orm";
import type { OauthProvider } from "@/lib/constants/oauth";
import type { Reader } from "../../platform/db/client";
import { accountLinks } from "../../platform/db/tables/account-events";
import { accounts } from "../../platform/db/tables/accounts";

/** An account's linked sign-ins. */
export const listOauthLinks = (db: Reader, accountId: string) =>
  db
    .select({
      provider: accountLinks.provider,
      email: accountLinks.email,
      dateCreated: accountLinks.dateCreated,
    })
    .from(accountLinks)
    .where(eq(accountLinks.accountId, accountId))
    .orderBy(asc(accountLinks.provider));

/** The account linked to a provider's user id. */
export async function findAccountByOauth(db: Reader, provider: OauthProvider, subject: string) {
  const [row] = await db
    .select({ account: accounts })
    .from(accountLinks)
    .innerJoin(accounts, eq(accounts.id, accountLinks.accountId))
    .where(and(eq(accountLinks.provider, provider), eq(accountLinks.subject, subject)));
  return row?.account;
}
