import { Permission } from "@/lib/permissions/bits";
import { missingPermission } from "@/lib/permissions/checker";
import { writeEntries } from "../../../access/audit/record";
import { toAuthor } from "../../../access/audit/service";
import { findCallerMembership } from "../../../access/auth/membership";
import type { PlainDb, PublicContext } from "../../../access/calls/implement";
import type { Reader } from "../../../platform/db/client";
import { AppError } from "../../../platform/errors/errors";
import { type Claims, evaluateRules } from "../members/rules";
import { recordTest } from "../provider/actions";
import { listTeams, type ProviderRow } from "../provider/queries";
import type { SsoPerson } from "./person";

/** Protocol claims that rules have no use for. */
const protocolClaims = new Set(["at_hash", "c_hash", "nonce", "iat", "exp", "nbf", "auth_time", "sid", "jti", "rat"]);
const maxShown = 50;

/** Records a test by the member who started it, and shows what the provider has sent. No one is signed in. */
export async function finishTest(
  ctx: PublicContext & PlainDb,
  provider: ProviderRow,
  { issuer, subject, email, claims }: SsoPerson,
  test: { accountId: string; teamId: string },
) {
  const { db, principal, address, requestId } = ctx;
  if (principal?.account.id !== test.accountId)
    throw new AppError("unauthorized", "Sign in to continue.", { redirect: "/login" });
  const { orgId } = provider;
  await db.transaction(async (tx) => {
    const member = await findCallerMembership(tx, principal, test.teamId);
    const bit = Permission.ORG_ADMIN;
    if (member?.team.orgId !== orgId || !member.bits.includes(bit))
      throw new AppError("forbidden", missingPermission(bit), { permission: bit });
    await recordTest(tx, provider);
    const target = { id: orgId, name: "Identity provider", kind: "identity_provider", teamId: null };
    const change = { after: { tested: true, issuer: provider.issuer, subject } };
    await writeEntries(tx, [orgId], target, toAuthor("sso.finish", principal, { address, requestId }), change);
  });
  return {
    resourceSlug: test.teamId,
    issuer,
    subject,
    email,
    claims: Object.entries(claims)
      .filter(([name]) => !protocolClaims.has(name))
      .slice(0, maxShown)
      .map(([name, values]) => ({ name, values: values.slice(0, maxShown) })),
    roles: await listRoles(db, provider, claims),
  };
}

async function listRoles(db: Reader, { orgId, rules }: ProviderRow, claims: Claims) {
  const names = new Map((await listTeams(db, orgId)).map(({ id, name }) => [id, name]));
  return [...evaluateRules(rules, claims)].flatMap(([teamId, role]) => {
    const place = teamId === null ? "Organization" : names.get(teamId);
    return place ? [{ place, role }] : [];
  });
}
