import { and, count, eq, isNotNull, ne } from "drizzle-orm";
import { maxIdentityDomains } from "@/lib/constants/identity";
import { escapeMarkdown, notify } from "../../../access/notifications/service";
import type { Reader, Tx } from "../../../platform/db/client";
import { identityDomains } from "../../../platform/db/tables/identity";
import { orgs } from "../../../platform/db/tables/teams";
import { AppError, invalidField, notFound } from "../../../platform/errors/errors";
import { randomText } from "../../../platform/ids/ids";
import { buildRecordName, toDomainView } from "./queries";

const ownDomain = (orgId: string, domain: string) =>
  and(eq(identityDomains.orgId, orgId), eq(identityDomains.domain, domain));

/** Adds a domain with the value of its TXT record; a known one is unchanged. */
export async function addDomain(tx: Tx, orgId: string, domain: string) {
  const [used] = await tx.select({ n: count() }).from(identityDomains).where(eq(identityDomains.orgId, orgId));
  if ((used?.n ?? 0) >= maxIdentityDomains)
    throw new AppError("conflict", `The limit is ${maxIdentityDomains} domains. Remove one first.`);
  await tx
    .insert(identityDomains)
    .values({ orgId, domain, proof: `muster-verification=${randomText(32)}` })
    .onConflictDoNothing();
  return toDomainView(await getDomain(tx, orgId, domain));
}

export async function getDomain(db: Reader, orgId: string, domain: string) {
  const [row] = await db.select().from(identityDomains).where(ownDomain(orgId, domain));
  if (!row) throw notFound("This domain");
  return row;
}

const hasProof = (found: readonly string[], proof: string): boolean => found.some((one) => one.trim() === proof);

/** Throws 400 unless the TXT records of the domain contain its proof. */
export function checkProof(domain: string, proof: string, found: readonly string[]): void {
  const name = buildRecordName(domain);
  if (hasProof(found, proof)) return;
  throw invalidField(
    "domain",
    found.length > 0
      ? `${name} has a TXT record with another value. DNS changes can take up to an hour to propagate.`
      : `${name} has no TXT record yet. DNS changes can take up to an hour to propagate.`,
  );
}

/**
 * Marks a domain as verified, whose TXT records are `found`. Throws 409 when another organization has verified it and its record
 * still exists; otherwise that organization loses the domain, and its owner is notified.
 */
export async function verifyDomain(tx: Tx, orgId: string, domain: string, found: readonly string[]): Promise<void> {
  const others = and(
    eq(identityDomains.domain, domain),
    ne(identityDomains.orgId, orgId),
    isNotNull(identityDomains.dateVerified),
  );
  const held = await tx
    .select({ proof: identityDomains.proof, ownerId: orgs.ownerId })
    .from(identityDomains)
    .innerJoin(orgs, eq(orgs.id, identityDomains.orgId))
    .where(others);
  if (held.some(({ proof }) => hasProof(found, proof)))
    throw new AppError("conflict", `Another organization on this server has verified ${domain}.`);
  await tx.update(identityDomains).set({ dateVerified: null }).where(others);
  for (const { ownerId } of held)
    await notify(tx, {
      to: [ownerId],
      teamId: null,
      type: "team",
      title: "Domain no longer verified",
      description: `${escapeMarkdown(domain)} no longer has your organization's TXT record, and another organization has verified it.`,
    });
  const [row] = await tx
    .update(identityDomains)
    .set({ dateVerified: new Date() })
    .where(ownDomain(orgId, domain))
    .returning();
  if (!row) throw notFound("This domain");
}

export async function deleteDomain(tx: Tx, orgId: string, domain: string): Promise<void> {
  const gone = await tx.delete(identityDomains).where(ownDomain(orgId, domain)).returning();
  if (gone.length === 0) throw notFound("This domain");
}
