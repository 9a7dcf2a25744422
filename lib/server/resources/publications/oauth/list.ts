import { and, desc, eq, exists, gt, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { shapes } from "@/lib/contract/oauth-server/schemas";
import type { Viewer } from "../../../access/visibility/visible";
import type { Reader } from "../../../platform/db/client";
import { requireCursor } from "../../../platform/db/query/list";
import { accounts } from "../../../platform/db/tables/accounts";
import { oauthGrants, oauthTokens } from "../../../platform/db/tables/oauth";
import { getPublication } from "../queries";
import { isDocumentUrl } from "./metadata-document";

type Page = z.input<typeof shapes.grants.response>;

/** The clients that can use a publication now, newest first. */
export async function listGrants(
  db: Reader,
  viewer: Viewer,
  publicationId: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<Page> {
  const { id } = await getPublication(db, viewer, publicationId);
  const own = eq(oauthGrants.publicationId, id);
  const cursor = and(own, eq(oauthGrants.id, before ?? ""));
  if (before) await requireCursor(db.select({ id: oauthGrants.id }).from(oauthGrants).where(cursor));
  const after = before
    ? sql`(${oauthGrants.dateCreated}, ${oauthGrants.id}) < (select date_created, id from oauth_grants where id = ${before} and publication_id = ${id})`
    : undefined;
  const usable = db
    .select({ one: sql`1` })
    .from(oauthTokens)
    .where(and(eq(oauthTokens.grantId, oauthGrants.id), isNull(oauthTokens.used), gt(oauthTokens.expires, new Date())));
  const rows = await db
    .select({ grant: oauthGrants, personName: accounts.name })
    .from(oauthGrants)
    .leftJoin(accounts, eq(accounts.id, oauthGrants.accountId))
    .where(and(own, isNull(oauthGrants.revoked), exists(usable), after))
    .orderBy(desc(oauthGrants.dateCreated), desc(oauthGrants.id))
    .limit(limit + 1);
  const grants = rows.slice(0, limit).map(({ grant, personName }) => ({
    _id: grant.id,
    clientName: grant.clientName,
    clientUrl: isDocumentUrl(grant.clientId) ? grant.clientId : null,
    personName,
    lastUsedDate: grant.lastUsed,
    dateCreated: grant.dateCreated,
  }));
  return { grants, next: rows.length > limit ? (grants.at(-1)?._id ?? null) : null };
}
