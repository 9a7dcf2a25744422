import { and, eq } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Viewer } from "../../access/visibility/visible";
import { decryptKey, getVectorDb, type VectorDbRow } from "../../engine/knowledge/vectors/team-store";
import { sealSecret } from "../../platform/crypto/secrets";
import type { Tx } from "../../platform/db/client";
import { checkUnused, lockRow, toCopy } from "../../platform/db/query/edit";
import { vectorDbs } from "../../platform/db/tables/vector-dbs";
import { newId } from "../../platform/ids/ids";
import { moveToBuiltin } from "../datasources/store/actions";
import { listUsers } from "../references/users";
import { type Connection, createBuiltinError } from "./edit";

const sealKey = (teamId: string, rowId: string, key: string | undefined): string | null =>
  key === undefined ? null : sealSecret("vectordb", { teamId, rowId }, key);

/** Throws 409 for the built-in vector database, which cannot be changed. */
export const requireAdded = (id: string, verb: string): void => {
  if (id === builtinVectorDb) throw createBuiltinError(verb);
};

type Form = Connection & { name: string };

/** Adds a tested connection. */
export async function createVectorDb(
  tx: Tx,
  { teamId, accountId }: Viewer,
  { apiKey, ...form }: Form,
): Promise<string> {
  const id = newId("vectordb");
  await tx.insert(vectorDbs).values({ ...form, id, teamId, apiKey: sealKey(teamId, id, apiKey), createdBy: accountId });
  return id;
}

/** Returns false when the row was edited meanwhile: no lock is held during the test. */
export async function updateVectorDb(
  tx: Tx,
  { teamId, accountId }: Viewer,
  row: VectorDbRow,
  { apiKey, ...form }: Form,
): Promise<boolean> {
  const written = await tx
    .update(vectorDbs)
    .set({
      ...form,
      apiKey: sealKey(teamId, row.id, apiKey),
      version: row.version + 1,
      updatedBy: accountId,
      dateUpdated: new Date(),
    })
    .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, row.id), eq(vectorDbs.version, row.version)))
    .returning({ id: vectorDbs.id });
  return written.length > 0;
}

export async function duplicateVectorDb(tx: Tx, { teamId, accountId }: Viewer, sourceId: string): Promise<string> {
  requireAdded(sourceId, "duplicated");
  const row = await getVectorDb(tx, teamId, sourceId);
  const id = newId("vectordb");
  await tx.insert(vectorDbs).values({ ...toCopy(row, id, accountId), apiKey: sealKey(teamId, id, decryptKey(row)) });
  return id;
}

/** Deletes a vector database. Throws 409 naming the datasources that use it, unless forced. */
export async function deleteVectorDb(tx: Tx, viewer: Viewer, id: string, force: boolean | undefined): Promise<void> {
  requireAdded(id, "deleted");
  const { teamId } = viewer;
  // Locked, so that no datasource starts using it between the check and the deletion.
  await lockRow(tx, vectorDbs, teamId, id);
  await getVectorDb(tx, teamId, id);
  checkUnused(await listUsers(tx, viewer, "vectordb", { ids: [id] }), force);
  await moveToBuiltin(tx, teamId, id);
  await tx.delete(vectorDbs).where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)));
}
