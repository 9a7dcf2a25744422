import { and, eq } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import { openSecret } from "../../../platform/crypto/secrets";
import type { Reader } from "../../../platform/db/client";
import { vectorDbs } from "../../../platform/db/tables/vector-dbs";
import { notFound } from "../../../platform/errors/errors";
import { openVectorStore, type StoreSettings } from "./open";
import type { VectorStore } from "./shared/types";

export type VectorDbRow = typeof vectorDbs.$inferSelect;

/** Throws 404 for another team's, and for the built-in one, which has no row. */
export async function getVectorDb(db: Reader, teamId: string, id: string): Promise<VectorDbRow> {
  const [row] = await db
    .select()
    .from(vectorDbs)
    .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)));
  if (!row) throw notFound("This vector DB");
  return row;
}

/** The decrypted key, only in memory. */
export const decryptKey = ({
  id,
  teamId,
  apiKey,
}: Pick<VectorDbRow, "id" | "teamId" | "apiKey">): string | undefined =>
  apiKey === null ? undefined : openSecret("vectordb", { teamId, rowId: id }, apiKey);

export function toStoreSettings(
  { type, url }: Pick<VectorDbRow, "type" | "url">,
  apiKey: string | undefined,
): StoreSettings {
  return type === "qdrant" ? { type, url, apiKey } : { type, url, apiKey: apiKey ?? "" };
}

/** Opens one of the team's vector databases; null and `builtin` mean the built-in one. */
export async function openTeamStore(db: Reader, teamId: string, id: string | null): Promise<VectorStore> {
  if (id === null || id === builtinVectorDb) return openVectorStore({ type: "builtin" });
  const row = await getVectorDb(db, teamId, id);
  return openVectorStore(toStoreSettings(row, decryptKey(row)));
}
