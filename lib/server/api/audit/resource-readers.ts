import { and, eq, or, sql } from "drizzle-orm";
import type { ResourceKind } from "@/lib/contract/base/resource-kinds";
import { type Reader, teamReader } from "../../access/audit/subject";
import { lockRow } from "../../platform/db/query/edit";
import { datasources } from "../../platform/db/tables/datasources";
import { documents } from "../../platform/db/tables/documents";
import type { Resource } from "../../resources/references/resource";
import { resources } from "../../resources/registry";

/** Reads a team's resource in the form of its declaration. */
export const readResource = (kind: Exclude<ResourceKind, "apikey">): Reader => {
  const { table, listed, audit }: Resource = resources[kind];
  return async (tx, call, id) => {
    const found = await teamReader(table as Parameters<typeof teamReader>[0], listed)(tx, call, id);
    return found && { ...found, ...(await audit?.(found.exact as never, tx)) };
  };
};

/** A new datasource, or the files added to one by this transaction. */
export const readUploaded: Reader = async (tx, call, id) => {
  const found = await readResource("datasource")(tx, call, id);
  if (!found || !(call.body as { datasourceId?: string }).datasourceId) return found;
  const written = and(
    eq(documents.datasourceId, id),
    eq(documents.stage, "fetched"),
    sql`${documents}.xmin::text = pg_current_xact_id()::xid::text`,
  );
  const rows = await tx.select({ title: documents.title }).from(documents).where(written).orderBy(documents.title);
  const files = { files: rows.map(({ title }) => title) };
  return rows.length > 0 ? { ...found, shown: files, exact: files } : null;
};

/** Locks the datasource before its document, as all code does that changes both. */
export const readDocument: Reader = async (tx, call, id) => {
  const { datasourceId = "" } = call.params;
  await lockRow(tx, datasources, call.teamId ?? "", datasourceId);
  const found = await teamReader(documents)(tx, call, id);
  if (!found) return null;
  const { title, stage, uri, gone } = found.exact as typeof documents.$inferSelect;
  if (gone) return null;
  return { ...found, name: title, shown: { title, stage, uri }, exact: { title, stage, uri } };
};

/** The datasource with its trial's chunking; null without a trial. The caller locks both. */
export const readTrial: Reader = async (tx, { teamId = "" }, id) => {
  const rows = await tx
    .select({ name: datasources.name, chunking: datasources.chunking, trialOf: datasources.trialOf })
    .from(datasources)
    .where(and(eq(datasources.teamId, teamId), or(eq(datasources.id, id), eq(datasources.trialOf, id))));
  const row = rows.find(({ trialOf }) => trialOf === null);
  const tried = { trialChunking: rows.find(({ trialOf }) => trialOf === id)?.chunking ?? null };
  return row ? { id, name: row.name, shown: tried, exact: tried } : null;
};
