import { and, desc, eq, inArray, isNull } from "drizzle-orm";
import { maxGrantsPerPerson, oauthCodeSeconds } from "@/lib/constants/publications";
import type { AuthorizationRequest } from "@/lib/contract/oauth-server/fields";
import type { Viewer } from "../../../access/visibility/visible";
import type { Reader, Tx } from "../../../platform/db/client";
import { oauthGrants, oauthTokens } from "../../../platform/db/tables/oauth";
import { AppError, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { lockPublication } from "../actions";
import { findPublicationCaller, isAdmitted } from "../service";
import { type OauthClient, recordAllowed } from "./clients";
import { checkRequest } from "./request";
import { createSecret } from "./secrets";

/** Revokes grants, and returns the ids of those that were not yet. */
export async function revokeGrants(tx: Pick<Tx, "update" | "delete">, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const revoked = await tx
    .update(oauthGrants)
    .set({ revoked: new Date() })
    .where(and(inArray(oauthGrants.id, [...ids]), isNull(oauthGrants.revoked)))
    .returning({ id: oauthGrants.id });
  await tx.delete(oauthTokens).where(inArray(oauthTokens.grantId, [...ids]));
  return revoked.map(({ id }) => id);
}

/** The grants that a person gives up with another one: the oldest ones at the publication. */
async function listSurplus(tx: Reader, publicationId: string, accountId: string): Promise<string[]> {
  const own = and(eq(oauthGrants.publicationId, publicationId), eq(oauthGrants.accountId, accountId));
  const rows = await tx
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(and(own, isNull(oauthGrants.revoked)))
    .orderBy(desc(oauthGrants.dateCreated), desc(oauthGrants.id))
    .offset(maxGrantsPerPerson - 1);
  return rows.map(({ id }) => id);
}

interface Allowed {
  client: OauthClient;
  redirectUri: string;
  codeChallenge: string;
}

async function insertGrant(
  tx: Tx,
  { publicationId, accountId }: { publicationId: string; accountId: string },
  { client, redirectUri, codeChallenge }: Allowed,
): Promise<string> {
  const { secret, hash } = createSecret("code");
  await tx.insert(oauthGrants).values({
    id: newId("oauthgrant"),
    publicationId,
    accountId,
    clientId: client.id,
    clientName: client.name,
    codeHash: hash,
    codeExpires: new Date(Date.now() + oauthCodeSeconds * 1_000),
    codeChallenge,
    redirectUri,
  });
  return secret;
}

/**
 * Allows a client to use a publication for the person. Returns the address to return to, with the code, and the grants that
 * were revoked for it. Throws like `findPublicationCaller`, and 404 if the app's sharing does not admit the person.
 */
export async function authorize(
  tx: Tx,
  viewer: Viewer,
  publicationId: string,
  client: OauthClient,
  sent: AuthorizationRequest,
) {
  const { problem, publicationId: requested, buildCodeUrl, ...checked } = checkRequest(client, sent);
  if (problem) throw new AppError("invalid", problem.message);
  if (requested !== publicationId) throw new AppError("invalid", "The client requested access to a different app.");
  await lockPublication(tx, viewer, publicationId);
  const caller = await findPublicationCaller(tx, publicationId, "mcp");
  const { accountId } = viewer;
  if (!(await isAdmitted(tx, caller, accountId))) throw notFound("This app");
  const revoked = await revokeGrants(tx, await listSurplus(tx, publicationId, accountId));
  await recordAllowed(tx, client.id);
  const code = await insertGrant(tx, { publicationId, accountId }, { client, ...checked });
  return { url: buildCodeUrl(code), revoked };
}

/** Revokes a grant. Anyone who may edit publications can. */
export async function revokeGrant(tx: Tx, viewer: Viewer, publicationId: string, grantId: string): Promise<void> {
  await lockPublication(tx, viewer, publicationId);
  const [found] = await tx
    .select({ id: oauthGrants.id })
    .from(oauthGrants)
    .where(and(eq(oauthGrants.publicationId, publicationId), eq(oauthGrants.id, grantId)));
  const revoked = await revokeGrants(tx, found ? [found.id] : []);
  if (revoked.length === 0) throw notFound("This client");
}
