import { and, asc, eq } from "drizzle-orm";
import type { OauthProvider } from "@/lib/constants/oauth";
import type { Db } from "../db/client";
import { accountLinks } from "../security/table";
import { accounts } from "./table";

type Reader = Pick<Db, "select">;

/** An account's sign-ins elsewhere. */
export const linksOf = (db: Reader, accountId: string) =>
  db
    .select({
      provider: accountLinks.provider,
      email: accountLinks.email,
      dateCreated: accountLinks.dateCreated,
    })
    .from(accountLinks)
    .where(eq(accountLinks.accountId, accountId))
    .orderBy(asc(accountLinks.provider));

/** Whose account it is that the provider knows by this id. */
export async function accountByLink(db: Reader, provider: OauthProvider, subject: string) {
  const [row] = await db
    .select({ account: accounts })
    .from(accountLinks)
    .innerJoin(accounts, eq(accounts.id, accountLinks.accountId))
    .where(and(eq(accountLinks.provider, provider), eq(accountLinks.subject, subject)));
  return row?.account;
}
