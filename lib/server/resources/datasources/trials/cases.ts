import { and, asc, eq, inArray } from "drizzle-orm";
import type { Retriever } from "@/lib/contract/datasources/retrieval";
import type { Payer } from "../../../engine/knowledge/payer";
import { retrieve } from "../../../engine/knowledge/retrieval/retrieve";
import type { DatasourceRow } from "../../../engine/knowledge/source-settings";
import type { Reader, ReadWrite, Tx } from "../../../platform/db/client";
import { retrievalCases } from "../../../platform/db/tables/datasources";
import { documents } from "../../../platform/db/tables/documents";
import { AppError, notFound } from "../../../platform/errors/errors";
import { newId } from "../../../platform/ids/ids";
import { findCopies } from "../store/copies";
import { getBenchModel } from "./bench-model";

const maxCases = 200;

const matchesDatasource = (row: DatasourceRow) =>
  and(eq(retrievalCases.teamId, row.teamId), eq(retrievalCases.datasourceId, row.id));

const selectCases = (db: Reader, row: DatasourceRow) =>
  db
    .select()
    .from(retrievalCases)
    .where(matchesDatasource(row))
    .orderBy(asc(retrievalCases.dateCreated), asc(retrievalCases.id));

export async function listCases(db: Reader, row: DatasourceRow) {
  const cases = await selectCases(db, row);
  const ids = [...new Set(cases.flatMap(({ documentIds }) => documentIds))];
  const found = ids.length === 0 ? [] : await findTitles(db, row, ids);
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  return cases.map(({ id, query, documentIds, dateCreated }) => ({
    _id: id,
    query,
    dateCreated,
    // A deleted document can no longer be found: shown as such.
    documents: documentIds.map((one) => ({ _id: one, title: titles.get(one) ?? "A deleted document" })),
  }));
}

const findTitles = (db: Reader, row: DatasourceRow, ids: string[]) =>
  db
    .select({ id: documents.id, title: documents.title })
    .from(documents)
    .where(and(eq(documents.datasourceId, row.id), inArray(documents.id, ids), eq(documents.gone, false)));

export async function addCase(
  tx: Tx,
  row: DatasourceRow,
  createdBy: string,
  { query, documentIds }: { query: string; documentIds: string[] },
): Promise<string> {
  const known = new Set((await findTitles(tx, row, documentIds)).map(({ id }) => id));
  const issues = documentIds.flatMap((id, i) =>
    known.has(id)
      ? []
      : [{ path: `documentIds.${i}`, message: "This document doesn't exist or is no longer available." }],
  );
  if (issues[0]) throw new AppError("invalid", issues[0].message, { issues });
  const there = await tx
    .select({ id: retrievalCases.id })
    .from(retrievalCases)
    .where(matchesDatasource(row))
    .limit(maxCases);
  if (there.length >= maxCases) throw new AppError("conflict", `A data source can have up to ${maxCases} test cases.`);
  const id = newId("case");
  await tx
    .insert(retrievalCases)
    .values({ id, teamId: row.teamId, datasourceId: row.id, query, documentIds: [...new Set(documentIds)], createdBy });
  return id;
}

export async function removeCase(tx: Tx, row: DatasourceRow, caseId: string): Promise<void> {
  const gone = await tx
    .delete(retrievalCases)
    .where(and(matchesDatasource(row), eq(retrievalCases.id, caseId)))
    .returning();
  if (gone.length === 0) throw notFound("This test case");
}

/**
 * Runs every test question. `recall`: the share of expected documents among the first k results; `mrr`: the mean reciprocal
 * rank of the first of them. With a trial, its copies are searched.
 */
export async function runCases(
  store: ReadWrite,
  row: DatasourceRow,
  retriever: Retriever | undefined,
  payer: Payer,
  signal: AbortSignal,
  trial?: DatasourceRow,
) {
  const { db } = store;
  const cases = await selectCases(db, row);
  const ask = await getBenchModel(db, row.teamId, retriever, payer, signal);
  const wantedIds = [...new Set(cases.flatMap(({ documentIds }) => documentIds))];
  const copies = trial && (await findCopies(db, row.id, trial.id, wantedIds));
  const ran = [];
  let [recall, mrr, k] = [0, 0, retriever?.k ?? 0];
  for (const { id, query, documentIds } of cases) {
    signal.throwIfAborted();
    const { passages } = await retrieve(store, [trial ?? row], query, retriever, { signal, payer, ask });
    k = Math.max(k, passages.length);
    const wanted = new Set(documentIds.map((one) => copies?.get(one) ?? one));
    const first = passages.findIndex(({ documentId }) => wanted.has(documentId));
    const found = new Set(passages.map(({ documentId }) => documentId).filter((one) => wanted.has(one)));
    recall += found.size / wanted.size;
    mrr += first < 0 ? 0 : 1 / (first + 1);
    ran.push({ _id: id, rank: first < 0 ? null : first + 1, passages });
  }
  const count = Math.max(1, cases.length);
  return { cases: ran, recall: recall / count, mrr: mrr / count, k };
}
