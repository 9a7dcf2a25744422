import { and, eq } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import { openSecret, sealSecret } from "../crypto/secrets";
import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import { openVectorStore, type StoreSettings } from "../knowledge/vectors/open";
import type { VectorStore } from "../knowledge/vectors/types";
import { vectorDbs } from "./table";

export type VectorDbRow = typeof vectorDbs.$inferSelect;
type Reader = Pick<Db, "select">;

/** Throws 404 for another team's, and for the built-in one, which has no row. */
export async function vectorDbOf(db: Reader, teamId: string, id: string): Promise<VectorDbRow> {
  const [row] = await db
    .select()
    .from(vectorDbs)
    .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)));
  if (!row) throw notFound("This vector database");
  return row;
}

/**
 * The same for whoever comes to use it: held until the transaction ends, so that it is not deleted meanwhile. The built-in
 * one, by its id or as null, is always there.
 */
export async function holdVectorDb(tx: Reader, teamId: string, id: string | null): Promise<void> {
  if (id === null || id === builtinVectorDb) return;
  const [row] = await tx
    .select({ id: vectorDbs.id })
    .from(vectorDbs)
    .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)))
    .for("key share");
  if (!row) throw notFound("This vector database");
}

/** The key in clear, only in memory. */
export const keyOf = ({ id, teamId, apiKey }: Pick<VectorDbRow, "id" | "teamId" | "apiKey">): string | undefined =>
  apiKey === null ? undefined : openSecret("vectordb", { teamId, rowId: id }, apiKey);

export const sealedKey = (teamId: string, rowId: string, key: string | undefined): string | null =>
  key === undefined ? null : sealSecret("vectordb", { teamId, rowId }, key);

export function settingsOf(
  { type, url }: Pick<VectorDbRow, "type" | "url">,
  apiKey: string | undefined,
): StoreSettings {
  return type === "qdrant" ? { type, url, apiKey } : { type, url, apiKey: apiKey ?? "" };
}

/** The store of a vector database of the team's; null and `builtin` are the built-in one. */
export async function vectorStoreOf(db: Reader, teamId: string, id: string | null): Promise<VectorStore> {
  if (id === null || id === builtinVectorDb) return openVectorStore({ type: "builtin" });
  const row = await vectorDbOf(db, teamId, id);
  return openVectorStore(settingsOf(row, keyOf(row)));
}

/** With its key in clear, in memory only: so that the audit log notices a changed one. */
export const auditedVectorDb = (row: VectorDbRow) => ({ ...row, apiKey: keyOf(row) ?? null });
