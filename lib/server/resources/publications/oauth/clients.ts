import { and, count, eq, isNull, lt, notExists, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { clientMetadata } from "@/lib/contract/oauth-server/fields";
import type { Db, Reader, Tx } from "../../../platform/db/client";
import { oauthClients, oauthGrants } from "../../../platform/db/tables/oauth";
import { AppError } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { fetchMetadata, isDocumentUrl } from "./metadata-document";

/** A program that asks people for access. */
export interface OauthClient {
  id: string;
  name: string;
  redirectUris: readonly string[];
}

/** Clients that registered and have no access yet. */
const maxUnused = 10_000;
const day = 86_400_000;
const unusedDays = 7;
const idleDays = 180;

/** Returns a client: one that has registered, or as its metadata document describes it now. Throws 400. */
export async function findClient(db: Reader, id: string, signal: AbortSignal): Promise<OauthClient> {
  if (isDocumentUrl(id)) {
    const { redirect_uris: redirectUris, client_name: name } = await fetchMetadata(id, signal);
    return { id, name: name || new URL(id).host, redirectUris };
  }
  const [found] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  if (found) return found;
  throw new AppError("invalid", "Unknown client. Remove the MCP server from the client, then add the server again.");
}

/** Registers a client (RFC 7591), which gets no secret. Throws 503 when too many have and were never used. */
export async function registerClient(
  db: Db,
  { redirect_uris: redirectUris, client_name: sent }: z.output<typeof clientMetadata>,
) {
  const [unused] = await db.select({ n: count() }).from(oauthClients).where(isNull(oauthClients.lastAllowed));
  if ((unused?.n ?? 0) >= maxUnused)
    throw new AppError("unavailable", "Too many clients have registered. Try again later.", { retryAfter: 3_600 });
  const row = { id: newId("oauthclient"), name: sent || "MCP client", redirectUris, dateCreated: new Date() };
  await db.insert(oauthClients).values(row);
  return row;
}

/** Keeps a registered client for longer than an unused one. */
export const recordAllowed = (tx: Tx, id: string) =>
  tx.update(oauthClients).set({ lastAllowed: new Date() }).where(eq(oauthClients.id, id));

/** Deletes unused clients. */
export async function sweepClients(db: Db): Promise<void> {
  const { lastAllowed, dateCreated, id } = oauthClients;
  const before = (days: number) => new Date(Date.now() - days * day);
  const used = db.select({ one: sql`1` }).from(oauthGrants).where(eq(oauthGrants.clientId, id));
  const unused = and(isNull(lastAllowed), lt(dateCreated, before(unusedDays)));
  await db.delete(oauthClients).where(and(or(unused, lt(lastAllowed, before(idleDays))), notExists(used)));
}
