import { and, eq } from "drizzle-orm";
import { chunks, documents } from "../../../../platform/db/tables/datasources";
import { AppError } from "../../../../platform/errors/errors";
import { log } from "../../../../platform/log/log";
import { hashOfText } from "../../../models/fingerprint";
import { ParseError } from "../../../parsing/shared/parse-error";
import { nextTry, unreadHash } from "../work/documents";
import { advance, claimStage, fail, isStillClaimed, recordError } from "../work/ledger";
import { assertUnchangedSince } from "../work/unchanged-since";
import type { DocumentRow, Work } from "../work/work";
import { FileGoneError, readDocument } from "./read-document";

/** Documents parsed concurrently: each uses its own thread. */
const parsedAtOnce = 2;
const takenAtOnce = 50;
const rowsAtOnce = 500;
const maxChunks = 200_000;

const empty = "There is no text in this document. A scan needs text recognition (OCR) before it can be searched.";

export const claimFetched = (work: Work): Promise<DocumentRow[]> => claimStage(work, "fetched", takenAtOnce);

/** Parses and chunks each document in one step: the intermediate result is not stored. */
export async function parseAll(work: Work, rows: DocumentRow[], done: () => void): Promise<void> {
  const waiting = [...rows];
  const worker = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      work.signal.throwIfAborted();
      await parseOne(work, row);
      done();
    }
  };
  const settled = await Promise.allSettled(Array.from({ length: parsedAtOnce }, worker));
  for (const result of settled) if (result.status === "rejected") throw result.reason;
}

async function parseOne(work: Work, row: DocumentRow): Promise<void> {
  const { db, datasource, signal } = work;
  const began = performance.now();
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
        hash: hashOfText(text),
      }));
      count += values.length;
      if (count > maxChunks)
        throw new AppError(
          "invalid",
          "This makes more than 200,000 chunks. Split the document, or choose larger chunks.",
        );
      for (let i = 0; i < values.length; i += rowsAtOnce)
        await db
          .insert(chunks)
          .values(values.slice(i, i + rowsAtOnce))
          .onConflictDoNothing();
    }
    if (count === 0) throw new AppError("invalid", empty);
    const { title, pages } = next.value;
    const titled = title && row.fileKey ? { title } : {};
    const notes = { parsed: recordError(pages ?? 1, began), chunked: recordError(count, performance.now()) };
    await advance(db, datasource, row, "chunked", notes, { ...titled, chunkCount: count });
  } catch (error) {
    if (signal.aborted) throw error;
    await assertUnchangedSince(db, datasource);
    if (error instanceof FileGoneError && datasource.sourceType !== "file")
      return failLostFile(work, row, error.message);
    const isKnown = error instanceof AppError || error instanceof ParseError;
    // A parser may have been terminated for another reason than its file.
    const passes = !isKnown || (error instanceof ParseError && error.retryable);
    if (!isKnown) log().warn({ err: error, documentId }, "a document was not read");
    const message = isKnown ? error.message : "Muster could not read this document.";
    await fail(db, row, count > 0 ? "chunked" : "parsed", message, passes);
  } finally {
    // Closing an unfinished iterator releases its parser.
    await reading.return({ title: null });
  }
}

/** The source may still have the file: it is fetched again. */
async function failLostFile({ db }: Work, row: DocumentRow, error: string): Promise<void> {
  await db
    .update(documents)
    .set({
      stage: "failed",
      failedStage: "fetched",
      error,
      contentHash: unreadHash,
      fileKey: null,
      ...nextTry(row.attempt, { retryable: true }),
      dateUpdated: new Date(),
    })
    .where(isStillClaimed(row));
}
