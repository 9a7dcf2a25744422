import { and, count, eq } from "drizzle-orm";
import type { z } from "zod";
import { maxScimTokens } from "@/lib/constants/identity";
import type { providerForm } from "@/lib/contract/identity/schemas";
import { createScimToken } from "../../../access/auth/scim-caller";
import { sealSecret } from "../../../platform/crypto/secrets";
import type { Reader, Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { identityDomains, identityProviders, scimTokens } from "../../../platform/db/tables/identity";
import { orgs } from "../../../platform/db/tables/teams";
import { AppError, invalidField, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { findProvider, listTeams, openClient, type ProviderRow, secretOwner } from "./queries";

type ProviderForm = z.output<typeof providerForm>;

const isOtherClient = (before: ProviderRow | undefined, { issuer, clientId }: ProviderForm): boolean =>
  before?.issuer !== issuer || before.clientId !== clientId;

/** Whether a test sign-in of the provider before says nothing about the form. */
const isUntested = (before: ProviderRow | undefined, form: ProviderForm): boolean =>
  !before ||
  isOtherClient(before, form) ||
  (form.clientSecret !== undefined && form.clientSecret !== openClient(before).clientSecret);

/** Throws 400 for a first provider, or another issuer, without a secret: the old one must not be sent there. */
export function checkSecret(before: ProviderRow | undefined, form: ProviderForm): void {
  if (form.clientSecret === undefined && isOtherClient(before, form))
    throw invalidField(
      "clientSecret",
      before
        ? "Enter the client secret again, because the issuer or client ID has changed."
        : "Enter the client secret.",
    );
}

/** Stores the provider, under the organization's lock. Returns whether it has become required. */
export async function saveProvider(tx: Tx, orgId: string, form: ProviderForm): Promise<boolean> {
  const before = await findProvider(tx, orgId);
  checkSecret(before, form);
  if (before && form.version !== undefined && form.version !== before.version)
    throw new AppError("conflict", "The identity provider was changed in the meantime. Reload the page and try again.");
  await checkRules(tx, orgId, form);
  const dateTested = isUntested(before, form) ? null : (before?.dateTested ?? null);
  if (form.required) await checkRequirable(tx, orgId, dateTested);
  const { issuer, clientId, scopes, rules } = form;
  const secret =
    form.clientSecret === undefined
      ? (before?.clientSecret ?? "")
      : sealSecret("identity-provider", secretOwner(orgId), form.clientSecret);
  const values = {
    issuer,
    clientId,
    scopes,
    rules,
    clientSecret: secret,
    dateTested,
    version: (before?.version ?? 0) + 1,
    dateUpdated: new Date(),
  };
  await tx
    .insert(identityProviders)
    .values({ orgId, ...values })
    .onConflictDoUpdate({ target: identityProviders.orgId, set: values });
  const isOther = and(eq(orgs.id, orgId), eq(orgs.ssoRequired, !form.required));
  const changed = await tx.update(orgs).set({ ssoRequired: form.required }).where(isOther).returning({ id: orgs.id });
  return form.required && changed.length > 0;
}

/** Throws unless the sign-in has been tested, and the owner has another way in. */
async function checkRequirable(tx: Tx, orgId: string, tested: Date | null): Promise<void> {
  if (!tested) throw invalidField("required", "Complete a test sign-in with these settings before you require it.");
  const [owner] = await tx
    .select({ name: accounts.name, passwordHash: accounts.passwordHash })
    .from(orgs)
    .innerJoin(accounts, eq(accounts.id, orgs.ownerId))
    .where(eq(orgs.id, orgId));
  if (!owner?.passwordHash)
    throw invalidField(
      "required",
      `${owner?.name} owns the organization and must set a password first, so they can still sign in if the identity provider fails.`,
    );
}

async function checkRules(tx: Reader, orgId: string, { rules }: ProviderForm): Promise<void> {
  const known = new Set((await listTeams(tx, orgId)).map(({ id }) => id));
  const wrong = rules.findIndex(({ teamId }) => teamId !== null && !known.has(teamId));
  if (wrong >= 0) throw invalidField(`rules.${wrong}.teamId`, "This team doesn't exist or is no longer available.");
}

/** Its domains can then be verified by others. */
export async function deleteProvider(tx: Tx, orgId: string): Promise<void> {
  await tx.update(identityDomains).set({ dateVerified: null }).where(eq(identityDomains.orgId, orgId));
  await tx.delete(identityProviders).where(eq(identityProviders.orgId, orgId));
  await tx.update(orgs).set({ ssoRequired: false }).where(eq(orgs.id, orgId));
}

/** Records a successful test, unless the provider was changed meanwhile. */
export async function recordTest(tx: Tx, { orgId, version }: ProviderRow): Promise<void> {
  const same = and(eq(identityProviders.orgId, orgId), eq(identityProviders.version, version));
  const [row] = await tx
    .update(identityProviders)
    .set({ dateTested: new Date() })
    .where(same)
    .returning({ orgId: identityProviders.orgId });
  if (!row) throw new AppError("conflict", "The identity provider was changed in the meantime. Test it again.");
}

/** Creates a SCIM token, under the organization's lock. */
export async function addScimToken(tx: Tx, orgId: string) {
  const [used] = await tx.select({ n: count() }).from(scimTokens).where(eq(scimTokens.orgId, orgId));
  if ((used?.n ?? 0) >= maxScimTokens)
    throw new AppError("conflict", `Only ${maxScimTokens} SCIM tokens can be valid at a time. Revoke one first.`);
  const { token, stored } = createScimToken();
  const id = newId("scimtoken");
  await tx.insert(scimTokens).values({ id, orgId, ...stored });
  return { _id: id, scimToken: token };
}

export async function deleteScimToken(tx: Tx, orgId: string, id: string): Promise<void> {
  const own = and(eq(scimTokens.orgId, orgId), eq(scimTokens.id, id));
  const gone = await tx.delete(scimTokens).where(own).returning({ id: scimTokens.id });
  if (gone.length === 0) throw notFound("This SCIM token");
}
