import { and, eq } from "drizzle-orm";
import { builtinVectorDb } from "@/lib/constants/vectordbs";
import type { Viewer } from "../../access/visibility/visible";
import { getVectorDb, keyOf, type VectorDbRow } from "../../engine/knowledge/vectors/team-store";
import { sealSecret } from "../../platform/crypto/secrets";
import type { Tx } from "../../platform/db/client";
import { checkUnused, copyOf, lockRow } from "../../platform/db/query/edit";
import { vectorDbs } from "../../platform/db/tables/vector-dbs";
import { newId } from "../../platform/ids/ids";
import { moveToBuiltin } from "../datasources/store/actions";
import { listUsers } from "../references/users";
import { builtinStays, type Connection } from "./edit";

const sealedKey = (teamId: string, rowId: string, key: string | undefined): string | null =>
  key === undefined ? null : sealSecret("vectordb", { teamId, rowId }, key);

/** The built-in one has no row. */
export const expectAdded = (id: string, verb: string): void => {
  if (id === builtinVectorDb) throw builtinStays(verb);
};

type Form = Connection & { name: string };

/** Adds a tested connection. */
export async function createVectorDb(
  tx: Tx,
  { teamId, accountId }: Viewer,
  { apiKey, ...form }: Form,
): Promise<string> {
  const id = newId("vectordb");
  await tx
    .insert(vectorDbs)
    .values({ ...form, id, teamId, apiKey: sealedKey(teamId, id, apiKey), createdBy: accountId });
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
      apiKey: sealedKey(teamId, row.id, apiKey),
      version: row.version + 1,
      updatedBy: accountId,
      dateUpdated: new Date(),
    })
    .where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, row.id), eq(vectorDbs.version, row.version)))
    .returning({ id: vectorDbs.id });
  return written.length > 0;
}

export async function duplicateVectorDb(tx: Tx, { teamId, accountId }: Viewer, of: string): Promise<string> {
  expectAdded(of, "duplicated");
  const row = await getVectorDb(tx, teamId, of);
  const id = newId("vectordb");
  await tx.insert(vectorDbs).values({ ...copyOf(row, id, accountId), apiKey: sealedKey(teamId, id, keyOf(row)) });
  return id;
}

/** Throws 409 with what uses it, unless it is forced. */
export async function deleteVectorDb(tx: Tx, viewer: Viewer, id: string, force: boolean | undefined): Promise<void> {
  expectAdded(id, "deleted");
  const { teamId } = viewer;
  // Locked, so that nothing comes to use it between the look and the end.
  await lockRow(tx, vectorDbs, teamId, id);
  await getVectorDb(tx, teamId, id);
  checkUnused(await listUsers(tx, viewer, "vectordb", { ids: [id] }), force);
  await moveToBuiltin(tx, teamId, id);
  await tx.delete(vectorDbs).where(and(eq(vectorDbs.teamId, teamId), eq(vectorDbs.id, id)));
}
