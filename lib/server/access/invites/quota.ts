import { and, desc, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import { invitesPerDay, scimInvitesPerDay } from "@/lib/constants/limits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { waitText } from "@/lib/utils/text/wait-text";
import type { Tx } from "../../platform/db/client";
import { accounts } from "../../platform/db/tables/accounts";
import { auditEntries } from "../../platform/db/tables/audit";
import { env } from "../../platform/env/env";
import { AppError } from "../../platform/errors/errors";

const daySeconds = 24 * 3_600;

/**
 * Throws 429 when an account has reached its invitations of the last 24 hours, across organizations, sessions and API keys.
 * Counted in the audit log under a lock on the account's row, which is taken after the locks of the organization and the team.
 */
export async function requireInviteQuota(tx: Tx, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("no key update");
  const own = and(
    eq(auditEntries.accountId, accountId),
    sql`${auditEntries.action} in ('teams.invite', 'orgs.invite')`,
  );
  await requireQuota(tx, invitesPerDay, own, (sent) => `You've sent ${sent}`);
}

/** The same for the invitations of an organization's SCIM clients, under the organization's lock. */
export async function requireScimInviteQuota(tx: Tx, orgId: string): Promise<void> {
  const { kind, via, after } = auditEntries;
  const own = and(eq(auditEntries.orgId, orgId), eq(kind, "invite"), eq(via, "scim"), isNotNull(after));
  await requireQuota(tx, scimInvitesPerDay, own, (sent) => `Provisioning has sent ${sent}`);
}

async function requireQuota(
  tx: Tx,
  perDay: number,
  which: SQL | undefined,
  toWords: (sent: string) => string,
): Promise<void> {
  const max = Math.max(1, Math.round(perDay * env().RATE_LIMIT_SCALE));
  const sent = await tx
    .select({ age: sql<number>`extract(epoch from now() - ${auditEntries.dateCreated})::float8` })
    .from(auditEntries)
    .where(and(which, gt(auditEntries.dateCreated, sql`now() - interval '1 day'`)))
    .orderBy(desc(auditEntries.dateCreated))
    .limit(max);
  const oldest = sent[max - 1];
  if (!oldest) return;
  const retryAfter = Math.min(daySeconds, Math.max(1, Math.ceil(daySeconds - oldest.age)));
  const sentence = `${toWords(pluralize(max, "invitation"))} in the last 24 hours, which is the maximum. Try again in ${waitText(retryAfter)}.`;
  throw new AppError("rate_limited", sentence, { retryAfter });
}
