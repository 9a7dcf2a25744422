import { and, desc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { accountEventsShown, sessionIdleMs } from "@/lib/constants/limits";
import type { securityAnswer } from "@/lib/contract/security";
import { deviceOf } from "@/lib/utils/device";
import { countKeys } from "../apikeys/service";
import type { Principal } from "../auth/principal";
import { type Visitor, visitsOf } from "../auth/visitor";
import type { Db } from "../db/client";
import { mailIsOn } from "../mail/mails";
import { accountEvents } from "../security/table";
import { pendingEmail } from "./email-change";
import { linksOf } from "./oauth-links";
import { configuredProviders } from "./oauth-providers";
import { ownedWithOthers } from "./owned-orgs";
import { tokens } from "./table";

/** Sessions that would still be taken, the last used first. */
export const liveSessions = (db: Db, accountId: string) =>
  db
    .select()
    .from(tokens)
    .where(
      and(
        ...[eq(tokens.accountId, accountId), eq(tokens.purpose, "session"), gt(tokens.expires, new Date())],
        gt(tokens.lastUsed, new Date(Date.now() - sessionIdleMs)),
      ),
    )
    .orderBy(desc(tokens.lastUsed), desc(tokens.id));

export const eventsOf = (db: Db, accountId: string, limit: number) =>
  db
    .select()
    .from(accountEvents)
    .where(eq(accountEvents.accountId, accountId))
    .orderBy(desc(accountEvents.date), desc(accountEvents.id))
    .limit(limit);

const visitView = ({ visitor, app }: Visitor) => ({
  _id: visitor.id,
  appName: app.name,
  lastUsed: visitor.lastUsed,
});

/** All that the account page shows of how an account is kept safe. */
export async function viewSecurity(db: Db, { account, tokenId }: Principal): Promise<z.input<typeof securityAnswer>> {
  const sessions = await liveSessions(db, account.id);
  const visits = await visitsOf(db, account.id);
  return {
    apiKeys: await countKeys(db, account.id),
    hasPassword: account.passwordHash !== null,
    mail: mailIsOn(),
    pendingEmail: await pendingEmail(db, account.id),
    twoFactor: account.twoFactorSince && { since: account.twoFactorSince, codesLeft: account.recoveryCodes.length },
    providers: configuredProviders(),
    links: await linksOf(db, account.id),
    sessions: sessions.map(({ id, userAgent, address, dateCreated, lastUsed }) => ({
      ...{ _id: id, device: deviceOf(userAgent), address, dateCreated, lastUsed, current: id === tokenId },
      visits: visits.filter(({ session }) => session?.id === id).map(visitView),
    })),
    activity: (await eventsOf(db, account.id, accountEventsShown)).map(
      ({ id, kind, detail, userAgent, address, date }) => ({
        ...{ _id: id, kind, detail, device: deviceOf(userAgent), address, date },
      }),
    ),
    mutedNotices: account.mutedNotices,
    inTheWay: await ownedWithOthers(db, account.id),
  };
}
