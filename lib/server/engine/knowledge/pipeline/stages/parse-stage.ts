import { and, eq } from "drizzle-orm";
import { chunks, documents } from "../../../../platform/db/tables/documents";
import { AppError } from "../../../../platform/errors/errors";
import { log } from "../../../../platform/log/log";
import { hashText } from "../../../models/fingerprint";
import { ParseError } from "../../../parsing/shared/parse-error";
import { advance, claimStage, fail, isStillClaimed, toStageNote } from "../work/ledger";
import { assertUnchangedSince } from "../work/unchanged-since";
import { scheduleRetry, unreadHash } from "../work/unread";
import type { DocumentRow, Work } from "../work/work";
import { FileMissingError, readDocument } from "./read-document";

/** Documents parsed concurrently: each uses its own thread. */
const maxConcurrentParsers = 2;
const documentsPerClaim = 50;
const rowsPerInsert = 500;
const maxChunks = 200_000;

const emptyMessage = "This document contains no text. Scans need text recognition (OCR) before they can be searched.";

export const claimFetched = (work: Work): Promise<DocumentRow[]> => claimStage(work, "fetched", documentsPerClaim);

/** Parses and chunks each document in one step: the intermediate result is not stored. */
export async function parseAll(work: Work, rows: DocumentRow[], onParsed: () => void): Promise<void> {
  const waiting = [...rows];
  const worker = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      work.signal.throwIfAborted();
      await parseDocument(work, row);
      onParsed();
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: maxConcurrentParsers }, worker));
  for (const result of settled) if (result.status === "rejected") throw result.reason;
}

async function parseDocument(work: Work, row: DocumentRow): Promise<void> {
  const { db, datasource, signal } = work;
  const startedAt = performance.now();
  const { id: documentId, generation, teamId, datasourceId } = row;
  let count = 0;
  const reading = readDocument(row, datasource.chunking, signal);
  try {
    // Chunks of a previous attempt.
    await db.delete(chunks).where(and(eq(chunks.documentId, documentId), eq(chunks.generation, generation)));
    let next = await reading.next();
    for (; !next.done; next = await reading.next()) {
      const values = next.value.map(({ text, position, end, page, lastPage, headings }, i) => ({
        documentId,
        generation,
        teamId,
        datasourceId,
        position: count + i,
        start: position,
        stop: end,
        text,
        page,
        lastPage,
        headings,
        hash: hashText(text),
      }));
      count += values.length;
      if (count > maxChunks)
        throw new AppError(
          "invalid",
          "This document produces more than 200,000 chunks. Split the document, or choose larger chunks.",
        );
      for (let i = 0; i < values.length; i += rowsPerInsert)
        await db
          .insert(chunks)
          .values(values.slice(i, i + rowsPerInsert))
          .onConflictDoNothing();
    }
    if (count === 0) throw new AppError("invalid", emptyMessage);
    const { title, pages } = next.value;
    const newTitle = title && row.fileKey ? { title } : {};
    const notes = { parsed: toStageNote(pages ?? 1, startedAt), chunked: toStageNote(count, performance.now()) };
    await advance(db, datasource, row, "chunked", notes, { ...newTitle, chunkCount: count });
  } catch (error) {
    if (signal.aborted) throw error;
    await assertUnchangedSince(db, datasource);
    if (error instanceof FileMissingError && datasource.sourceType !== "file")
      return failMissingFile(work, row, error.message);
    const isKnown = error instanceof AppError || error instanceof ParseError;
    // A parser may have been terminated for another reason than its file.
    const isRetryable = !isKnown || (error instanceof ParseError && error.retryable);
    if (!isKnown) log().warn({ err: error, documentId }, "a document could not be read");
    const message = isKnown ? error.message : "Muster couldn't read this document.";
    await fail(db, row, count > 0 ? "chunked" : "parsed", message, isRetryable);
  } finally {
    // Closing an unfinished iterator releases its parser.
    await reading.return({ title: null });
  }
}

/** The source may still have the file: it is fetched again. */
async function failMissingFile({ db }: Work, row: DocumentRow, error: string): Promise<void> {
  await db
    .update(documents)
    .set({
      stage: "failed",
      failedStage: "fetched",
      error,
      contentHash: unreadHash,
      fileKey: null,
      ...scheduleRetry(row.attempt, { retryable: true }),
      dateUpdated: new Date(),
    })
    .where(isStillClaimed(row));
}
