import { and, eq, exists, gt, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import type { shapes } from "@/lib/contract/oauth-server/schemas";
import type { Viewer } from "../../../access/visibility/visible";
import type { Reader } from "../../../platform/db/client";
import { accounts } from "../../../platform/db/tables/accounts";
import { oauthGrants, oauthTokens } from "../../../platform/db/tables/oauth";
import { cut, type PageQuery, toPage } from "../page";
import { getPublication } from "../queries";
import { isDocumentUrl } from "./metadata-document";

type Grants = z.input<typeof shapes.grants.response>;

/** The clients that can use a publication now, newest first. */
export async function listGrants(db: Reader, viewer: Viewer, publicationId: string, query: PageQuery): Promise<Grants> {
  const { id } = await getPublication(db, viewer, publicationId);
  const own = eq(oauthGrants.publicationId, id);
  const page = await toPage(db, { id: oauthGrants.id, date: oauthGrants.dateCreated }, own, query);
  const usable = db
    .select({ one: sql`1` })
    .from(oauthTokens)
    .where(and(eq(oauthTokens.grantId, oauthGrants.id), isNull(oauthTokens.used), gt(oauthTokens.expires, new Date())));
  const found = await db
    .select({ grant: oauthGrants, personName: accounts.name })
    .from(oauthGrants)
    .leftJoin(accounts, eq(accounts.id, oauthGrants.accountId))
    .where(and(isNull(oauthGrants.revoked), exists(usable), page.where))
    .orderBy(...page.order)
    .limit(page.limit);
  const grants = found.map(({ grant, personName }) => ({
    _id: grant.id,
    clientName: grant.clientName,
    clientUrl: isDocumentUrl(grant.clientId) ? grant.clientId : null,
    personName,
    lastUsedDate: grant.lastUsed,
    dateCreated: grant.dateCreated,
  }));
  const { rows, next } = cut(grants, query.limit);
  return { grants: rows, next };
}
