import { asc, eq } from "drizzle-orm";
import { toAuditFields } from "../../../access/audit/fields";
import { org } from "../../../access/audit/org-subjects";
import type { Reader } from "../../../access/audit/subject";
import { identityDomains, scimTokens } from "../../../platform/db/tables/identity";
import { findProvider } from "./queries";

/** The organization's provider, with its domains and SCIM tokens. Locks the organization. */
export const readIdentityProvider: Reader = async (tx, call, orgId) => {
  const place = await org(tx, call, orgId);
  if (!place) return null;
  const provider = await findProvider(tx, orgId);
  const domains = await tx
    .select()
    .from(identityDomains)
    .where(eq(identityDomains.orgId, orgId))
    .orderBy(asc(identityDomains.domain));
  const tokens = await tx
    .select({ prefix: scimTokens.prefix })
    .from(scimTokens)
    .where(eq(scimTokens.orgId, orgId))
    .orderBy(asc(scimTokens.dateCreated));
  const { issuer = null, clientId = null, clientSecret = null, scopes = null, rules = null } = provider ?? {};
  const exact = {
    issuer,
    clientId,
    clientSecret,
    scopes,
    rules,
    required: (place.exact as { ssoRequired?: boolean }).ssoRequired ?? false,
    domains: domains.map(({ domain, dateVerified }) => (dateVerified ? domain : `${domain} (not verified)`)),
    scimTokens: tokens.map(({ prefix }) => `${prefix}…`),
  };
  return { id: orgId, name: "Identity provider", teamId: null, shown: toAuditFields(exact), exact };
};
