import { and, eq, isNull } from "drizzle-orm";
import { requireValidToken, type ScimCaller } from "../../../access/auth/scim-caller";
import type { Tx } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { orgs } from "../../../platform/db/tables/teams";
import { notFound } from "../../../platform/errors/errors";
import type { MemberAuthor, RuledOrg } from "../members/apply-rules";

/** A call of the SCIM client, in its transaction. */
export interface ScimCall {
  tx: Tx;
  org: { id: string; name: string; ownerId: string; ownerName: string };
  author: MemberAuthor;
}

export const toRuledOrg = ({ org, author }: ScimCall): RuledOrg => ({ orgId: org.id, author });

interface Origin {
  address: string;
  requestId: string;
}

/** Locks the organization, so that its users, groups and members change one call after another. */
export async function openScimCall(
  tx: Tx,
  { orgId, tokenId, prefix }: ScimCaller,
  { address, requestId }: Origin,
  action: string,
): Promise<ScimCall> {
  const [org] = await tx
    .select({ id: orgs.id, name: orgs.name, ownerId: orgs.ownerId })
    .from(orgs)
    .where(and(eq(orgs.id, orgId), isNull(orgs.dateDeleted)))
    .for("no key update");
  if (!org) throw notFound("This organization");
  await requireValidToken(tx, orgId, tokenId);
  const [owner] = await tx.select({ name: accounts.name }).from(accounts).where(eq(accounts.id, org.ownerId));
  const author: MemberAuthor = {
    accountId: tokenId,
    accountName: `SCIM token ${prefix}…`,
    accountEmail: "",
    via: "scim",
    viaId: tokenId,
    keyName: null,
    address,
    requestId,
    action,
  };
  return { tx, org: { ...org, ownerName: owner?.name ?? "" }, author };
}
