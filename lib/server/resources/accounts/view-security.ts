import { and, desc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import { accountEventsShown, sessionIdleMs } from "@/lib/constants/limits";
import type { securityResponse } from "@/lib/contract/security/schemas";
import { parseDevice } from "@/lib/utils/browser/device";
import { findPendingEmail } from "../../access/accounts/email-change";
import { listConfiguredProviders } from "../../access/accounts/oauth/oauth-providers";
import { listOauthLinks } from "../../access/accounts/oauth-links";
import { listSharedOwnedOrgs } from "../../access/accounts/owned-orgs";
import { countKeys } from "../../access/api-keys/service";
import type { AccountPrincipal } from "../../access/auth/principal";
import { listVisits, type Visitor } from "../../access/auth/visitor";
import type { Db } from "../../platform/db/client";
import { accountEvents } from "../../platform/db/tables/account-events";
import { tokens } from "../../platform/db/tables/accounts";
import { isMailEnabled } from "../../platform/mail/mails";

/** Returns valid sessions, most recently used first. */
export const listLiveSessions = (db: Db, accountId: string) =>
  db
    .select()
    .from(tokens)
    .where(
      and(
        eq(tokens.accountId, accountId),
        eq(tokens.purpose, "session"),
        gt(tokens.expires, new Date()),
        gt(tokens.lastUsed, new Date(Date.now() - sessionIdleMs)),
      ),
    )
    .orderBy(desc(tokens.lastUsed), desc(tokens.id));

const listEvents = (db: Db, accountId: string, limit: number) =>
  db
    .select()
    .from(accountEvents)
    .where(eq(accountEvents.accountId, accountId))
    .orderBy(desc(accountEvents.date), desc(accountEvents.id))
    .limit(limit);

const toVisitView = ({ visitor, app }: Visitor) => ({
  _id: visitor.id,
  appName: app.name,
  lastUsed: visitor.lastUsed,
});

/** Returns the data of the account's security page. */
export async function viewSecurity(
  db: Db,
  { account, tokenId }: AccountPrincipal,
): Promise<z.input<typeof securityResponse>> {
  const sessions = await listLiveSessions(db, account.id);
  const visits = await listVisits(db, account.id);
  return {
    apiKeys: await countKeys(db, account.id),
    hasPassword: account.passwordHash !== null,
    mail: isMailEnabled(),
    pendingEmail: await findPendingEmail(db, account.id),
    twoFactor: account.twoFactorSince && { since: account.twoFactorSince, codesLeft: account.recoveryCodes.length },
    providers: listConfiguredProviders(),
    links: await listOauthLinks(db, account.id),
    sessions: sessions.map(({ id, userAgent, address, dateCreated, lastUsed }) => ({
      _id: id,
      device: parseDevice(userAgent),
      address,
      dateCreated,
      lastUsed,
      current: id === tokenId,
      visits: visits.filter(({ session }) => session?.id === id).map(toVisitView),
    })),
    activity: (await listEvents(db, account.id, accountEventsShown)).map(
      ({ id, kind, detail, userAgent, address, date }) => ({
        _id: id,
        kind,
        detail,
        device: parseDevice(userAgent),
        address,
        date,
      }),
    ),
    mutedNotices: account.mutedNotices,
    blockingOrgs: await listSharedOwnedOrgs(db, account.id),
  };
}
