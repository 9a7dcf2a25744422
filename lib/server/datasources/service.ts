import { isDeepStrictEqual } from "node:util";
import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import type { UsedBy } from "@/lib/contract/error";
import { mapSecrets } from "../connectors/settings";
import { isSealed, openSecret, sealSecret } from "../crypto/secrets";
import type { Db, Tx } from "../db/client";
import { nextVersion } from "../db/edit";
import { AppError, invalidField, notFound } from "../http/errors";
import { addJob } from "../knowledge/pipeline/jobs";
import { noteSource } from "../knowledge/pipeline/remove-sources";
import { noteVectors } from "../knowledge/pipeline/remove-vectors";
import { models } from "../models/table";
import { teams } from "../teams/table";
import { holdVectorDb } from "../vectordbs/service";
import { goThroughAgain } from "./again";
import { datasources, documents } from "./table";

export type DatasourceRow = typeof datasources.$inferSelect;
type Reader = Pick<Db, "select">;
const usersMost = 50;

/** A datasource of the team's; its trials are none. */
export async function datasourceOf(db: Reader, teamId: string, id: string): Promise<DatasourceRow> {
  const [row] = await db
    .select()
    .from(datasources)
    .where(and(eq(datasources.teamId, teamId), eq(datasources.id, id), isNull(datasources.trialOf)));
  if (!row) throw notFound("This datasource");
  return row;
}

async function usersBy(db: Reader, where: ReturnType<typeof and>): Promise<UsedBy> {
  const rows = await db
    .select({ _id: datasources.id, name: datasources.name })
    .from(datasources)
    .where(and(where, isNull(datasources.trialOf)))
    .orderBy(asc(datasources.name))
    .limit(usersMost);
  return rows.map((row) => ({ type: "datasource", ...row }));
}

/** Datasources that an embedding model makes the vectors of. */
export const datasourcesOfModel = (db: Reader, teamId: string, modelId: string): Promise<UsedBy> =>
  usersBy(db, and(eq(datasources.teamId, teamId), eq(datasources.embeddingModelId, modelId)));

/**
 * The embedding model gives other vectors from now on: all that it has made are made once more, and whatever lies in the
 * `collection` of that name.
 */
export async function remakeVectors(tx: Tx, teamId: string, modelId: string, collection?: string): Promise<void> {
  const there = collection && sql`${datasources.collection} ->> 'name' = ${collection}`;
  const own = and(eq(datasources.teamId, teamId), or(eq(datasources.embeddingModelId, modelId), there || undefined));
  // A trial comes after what it is of, as everywhere.
  const order = [sql`${datasources.trialOf} is not null`, asc(datasources.id)];
  for (const row of await tx
    .select()
    .from(datasources)
    .where(own)
    .orderBy(...order)
    .for("update")) {
    await noteVectors(tx, row);
    await tx.update(datasources).set({ collection: null, version: nextVersion }).where(eq(datasources.id, row.id));
    await goThroughAgain(tx, row.id, "chunked");
    await addJob(tx, { teamId, datasourceId: row.id }, "upload", null);
  }
}

/** The team's embedding model, or 400 at its field. */
export async function requireEmbeddingModel(db: Reader, teamId: string, id: string): Promise<void> {
  const [row] = await db
    .select({ modelType: models.modelType })
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, id)));
  const message = !row
    ? "This model does not exist or was deleted."
    : row.modelType === "embedding"
      ? undefined
      : "This is a chat model. Choose an embedding model.";
  if (message) throw new AppError("invalid", message, { issues: [{ path: "embeddingModelId", message }] });
}

/** Holds a vector database of the team's, or the built-in one, for who comes to use it; else 400 at its field. */
export async function requireVectorDb(tx: Reader, teamId: string, id: string | null | undefined): Promise<void> {
  try {
    await holdVectorDb(tx, teamId, id ?? null);
  } catch (error) {
    throw error instanceof AppError ? invalidField("vectorDbId", error.message) : error;
  }
}

/** Bytes of vectors and text, over the organisation. */
export async function storageOf(db: Pick<Db, "select">, orgId: string): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${datasources.storageBytes}), 0)::float8` })
    .from(datasources)
    .innerJoin(teams, eq(teams.id, datasources.teamId))
    .where(eq(teams.orgId, orgId));
  return found?.bytes ?? 0;
}

/** Whose settings of a source are meant. */
export type ConfigPlace = Pick<DatasourceRow, "id" | "teamId" | "specification" | "config">;

/** The settings of a source with the credentials in clear, only in memory. */
export const openDatasource = ({ id, teamId, specification, config }: ConfigPlace): Record<string, unknown> =>
  mapSecrets(specification ?? {}, config, (secret) =>
    isSealed(secret) ? openSecret("datasource", { teamId, rowId: id }, secret) : secret,
  );

/** As they are stored: each secret sealed for this row. */
export const sealDatasource = ({ id, teamId, specification, config }: ConfigPlace): Record<string, unknown> =>
  mapSecrets(specification ?? {}, config, (secret) => sealSecret("datasource", { teamId, rowId: id }, secret));

/**
 * Keeps settings that a source has replaced while it was asked, such as a refresh token. Not where somebody has entered
 * others since `known` was read: those are newer.
 */
export async function keepSettings(
  db: Pick<Db, "transaction">,
  known: ConfigPlace,
  changes: Record<string, unknown>,
): Promise<void> {
  const before = openDatasource(known);
  await db.transaction(async (tx) => {
    const own = and(eq(datasources.teamId, known.teamId), eq(datasources.id, known.id));
    const [row] = await tx.select().from(datasources).where(own).for("update");
    if (!row) return;
    const now = openDatasource(row);
    if (!Object.keys(changes).every((name) => isDeepStrictEqual(now[name], before[name]))) return;
    const config = sealDatasource({ ...row, config: { ...now, ...changes } });
    await tx.update(datasources).set({ config }).where(own);
    known.config = config;
  });
}

/** Before a team's datasources are deleted: notes their vectors, to be removed from the stores. Answers the keys of their files. */
export async function leaveDatasources(tx: Tx, teamId: string): Promise<string[]> {
  const rows = await tx.select().from(datasources).where(eq(datasources.teamId, teamId)).for("update");
  for (const row of rows) {
    // A store of the team's own is forgotten with the team, and with it the key to what lies there.
    if (row.vectorDbId === null) await noteVectors(tx, row);
    await noteSource(tx, row);
  }
  const files = await tx.selectDistinct({ key: documents.fileKey }).from(documents).where(eq(documents.teamId, teamId));
  return files.flatMap(({ key }) => key ?? []);
}
