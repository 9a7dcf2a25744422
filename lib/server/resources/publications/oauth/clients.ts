import { and, count, eq, isNull, lt, notExists, or, sql } from "drizzle-orm";
import type { z } from "zod";
import type { clientMetadata } from "@/lib/contract/oauth-server/fields";
import type { BaseContext } from "../../../access/calls/implement";
import type { Db, Reader, Tx } from "../../../platform/db/client";
import { oauthClients, oauthGrants } from "../../../platform/db/tables/oauth";
import { AppError } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { fetchMetadata, isDocumentUrl } from "./metadata-document";

export type ClientRow = typeof oauthClients.$inferSelect;

/** Clients that registered and that nobody has used yet. */
const maxUnused = 10_000;
const minute = 60_000;
const day = 24 * 60 * minute;
/** How long a fetched document is used to ask a person, and to do what they then allow. */
const freshMs = 5 * minute;
const usableMs = 60 * minute;
const unusedDays = 7;
const idleDays = 180;

const isOlder = ({ dateUpdated }: ClientRow, ms: number): boolean => Date.now() - dateUpdated.getTime() > ms;

const unknownClient = () =>
  new AppError("invalid", "Muster doesn't know this client. Remove the server from it and add it again.");

async function findClient(db: Reader, id: string): Promise<ClientRow | undefined> {
  const [found] = await db.select().from(oauthClients).where(eq(oauthClients.id, id));
  return found;
}

/** Returns a client that a person was just asked about. Throws 409 if that was long ago. */
export async function getKnownClient(db: Reader, id: string): Promise<ClientRow> {
  const found = await findClient(db, id);
  if (!found) throw unknownClient();
  if (!found.registered && isOlder(found, usableMs)) throw new AppError("conflict", "Reload the page and try again.");
  return found;
}

/** Returns a client, whose metadata document is fetched unless that was just done. Throws 400. */
export async function loadClient(
  { db, write, signal }: Pick<BaseContext, "db" | "write" | "signal">,
  id: string,
): Promise<ClientRow> {
  const found = await findClient(db, id);
  if (!isDocumentUrl(id)) {
    if (found?.registered) return found;
    throw unknownClient();
  }
  if (found && !isOlder(found, freshMs)) return found;
  const { redirect_uris: redirectUris, client_name: name } = await fetchMetadata(id, signal);
  const known = { name: name || new URL(id).host, redirectUris, registered: false, dateUpdated: new Date() };
  const [stored] = await write((tx) =>
    tx
      .insert(oauthClients)
      .values({ id, ...known })
      .onConflictDoUpdate({ target: oauthClients.id, set: known })
      .returning(),
  );
  if (!stored) throw unknownClient();
  return stored;
}

/** Registers a client (RFC 7591), which gets no secret. Throws 503 when too many have and were never used. */
export async function registerClient(
  db: Db,
  { redirect_uris: redirectUris, client_name: sent }: z.output<typeof clientMetadata>,
): Promise<ClientRow> {
  const [unused] = await db
    .select({ n: count() })
    .from(oauthClients)
    .where(and(isNull(oauthClients.lastAllowed)));
  if ((unused?.n ?? 0) >= maxUnused)
    throw new AppError("unavailable", "Too many clients have registered. Try again later.", { retryAfter: 3_600 });
  const name = sent || "MCP client";
  const row = { id: newId("oauthclient"), name, redirectUris, registered: true };
  const [stored] = await db.insert(oauthClients).values(row).returning();
  if (!stored) throw unknownClient();
  return stored;
}

export const recordAllowed = (tx: Tx, id: string) =>
  tx.update(oauthClients).set({ lastAllowed: new Date() }).where(eq(oauthClients.id, id));

/** Deletes clients that nobody uses. */
export async function sweepClients(db: Db): Promise<void> {
  const { lastAllowed, dateUpdated, id } = oauthClients;
  const before = (days: number) => new Date(Date.now() - days * day);
  const used = db.select({ one: sql`1` }).from(oauthGrants).where(eq(oauthGrants.clientId, id));
  const unused = and(isNull(lastAllowed), lt(dateUpdated, before(unusedDays)));
  await db.delete(oauthClients).where(and(or(unused, lt(lastAllowed, before(idleDays))), notExists(used)));
}
