import { and, asc, eq, isNotNull, isNull } from "drizzle-orm";
import { domainProofHost, ssoPath } from "@/lib/constants/identity";
import { lockOrgOrTeam } from "../../../access/teams/lock";
import { openSecret } from "../../../platform/crypto/secrets";
import type { Reader, Tx } from "../../../platform/db/client";
import { identityDomains, identityProviders, scimTokens } from "../../../platform/db/tables/identity";
import { orgs, teams } from "../../../platform/db/tables/teams";
import { env } from "../../../platform/env/env";
import { AppError, notFound } from "../../../platform/errors/errors";

export type ProviderRow = typeof identityProviders.$inferSelect;

/** Where a provider sends people back to; registered there. */
export const buildRedirectUri = (): string => `${env().APP_URL}${ssoPath}`;
export const buildScimUrl = (): string => `${env().APP_URL}/scim/v2`;

export const buildRecordName = (domain: string): string => `${domainProofHost}.${domain}`;

export const secretOwner = (orgId: string) => ({ teamId: null, rowId: orgId });

export async function findProvider(db: Reader, orgId: string): Promise<ProviderRow | undefined> {
  const [row] = await db.select().from(identityProviders).where(eq(identityProviders.orgId, orgId));
  return row;
}

export async function getProvider(db: Reader, orgId: string): Promise<ProviderRow> {
  const row = await findProvider(db, orgId);
  if (!row) throw notFound("This organization's identity provider");
  return row;
}

/** Locks the organization and returns its provider. Throws 409 when its issuer or client has changed since it was read. */
export async function lockProvider(
  tx: Tx,
  { orgId, issuer, clientId }: Pick<ProviderRow, "orgId" | "issuer" | "clientId">,
): Promise<ProviderRow> {
  await lockOrgOrTeam(tx, { scope: "org", id: orgId, orgId });
  const now = await findProvider(tx, orgId);
  if (now?.issuer === issuer && now.clientId === clientId) return now;
  throw new AppError("conflict", "The identity provider was changed in the meantime. Sign in again.");
}

/** What a provider's requests need. */
export interface ProviderClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export const openClient = ({ orgId, issuer, clientId, clientSecret }: ProviderRow): ProviderClient => ({
  issuer,
  clientId,
  clientSecret: openSecret("identity-provider", secretOwner(orgId), clientSecret),
});

/** The provider that signs in a verified domain's addresses. */
export async function findProviderByDomain(db: Reader, domain: string): Promise<ProviderRow | undefined> {
  const [row] = await db
    .select({ provider: identityProviders, verified: identityDomains.dateVerified })
    .from(identityDomains)
    .innerJoin(identityProviders, eq(identityProviders.orgId, identityDomains.orgId))
    .innerJoin(orgs, and(eq(orgs.id, identityDomains.orgId), isNull(orgs.dateDeleted)))
    .where(and(eq(identityDomains.domain, domain), verified));
  return row?.provider;
}

const verified = isNotNull(identityDomains.dateVerified);

/** Whether the organization has proven that it controls the address's domain. */
export async function isVerifiedAddress(db: Reader, orgId: string, email: string): Promise<boolean> {
  const domain = toDomain(email);
  const [row] = await db
    .select({ domain: identityDomains.domain })
    .from(identityDomains)
    .where(and(eq(identityDomains.orgId, orgId), eq(identityDomains.domain, domain), verified));
  return row !== undefined;
}

export const toDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1).toLowerCase();

type DomainRow = typeof identityDomains.$inferSelect;

export const toDomainView = ({ domain, proof, dateVerified }: DomainRow) => ({
  domain,
  verified: dateVerified,
  recordName: buildRecordName(domain),
  recordValue: proof,
});

/** The organization's teams, oldest first. */
export const listTeams = (db: Reader, orgId: string) =>
  db
    .select({ id: teams.id, name: teams.name })
    .from(teams)
    .where(and(eq(teams.orgId, orgId), isNull(teams.dateDeleted)))
    .orderBy(asc(teams.dateCreated));

/** Everything that the page of the organization shows. */
export async function viewIdentity(db: Reader, orgId: string) {
  const row = await findProvider(db, orgId);
  const [org] = await db.select({ required: orgs.ssoRequired }).from(orgs).where(eq(orgs.id, orgId));
  const domains = await db
    .select()
    .from(identityDomains)
    .where(eq(identityDomains.orgId, orgId))
    .orderBy(asc(identityDomains.domain));
  const tokens = await db
    .select({
      _id: scimTokens.id,
      prefix: scimTokens.prefix,
      dateCreated: scimTokens.dateCreated,
      lastUsed: scimTokens.lastUsed,
    })
    .from(scimTokens)
    .where(eq(scimTokens.orgId, orgId))
    .orderBy(asc(scimTokens.dateCreated));
  return {
    provider: row ? { ...row, tested: row.dateTested } : null,
    required: org?.required ?? false,
    domains: domains.map(toDomainView),
    tokens,
    teams: await listTeams(db, orgId),
    redirectUri: buildRedirectUri(),
    scimUrl: buildScimUrl(),
  };
}
