import { and, eq } from "drizzle-orm";
import { chunks, documents } from "../../datasources/table";
import { AppError } from "../../http/errors";
import { log } from "../../log";
import { hashOfText } from "../embedding/fingerprint";
import { ParseError } from "../parsing/parse-error";
import { expectAsTaken } from "./as-taken";
import { nextTry, unreadHash } from "./documents";
import { advance, fail, note, still, takeAt } from "./ledger";
import { FileGoneError, readDocument } from "./read-document";
import type { DocumentRow, Work } from "./work";

/** Documents that are parsed at the same time: each has a thread of its own. */
const parsedAtOnce = 2;
const takenAtOnce = 50;
const rowsAtOnce = 500;
const chunksMost = 200_000;

const empty = "There is no text in this document. A scan needs text recognition (OCR) before it can be searched.";

export const takeFetched = (work: Work): Promise<DocumentRow[]> => takeAt(work, "fetched", takenAtOnce);

/** Reads each document's text and cuts it, in one step: what one of them does is worth nothing without the other. */
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
    // What an attempt before this one has left.
    await db.delete(chunks).where(and(eq(chunks.documentId, documentId), eq(chunks.generation, generation)));
    let next = await reading.next();
    for (; !next.done; next = await reading.next()) {
      const values = next.value.map(({ text, position, end, page, lastPage, headings }, i) => ({
        ...{ documentId, generation, teamId, datasourceId, position: count + i },
        ...{ start: position, stop: end, text, page, lastPage, headings, hash: hashOfText(text) },
      }));
      count += values.length;
      if (count > chunksMost)
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
    const notes = { parsed: note(pages ?? 1, began), chunked: note(count, performance.now()) };
    await advance(db, datasource, row, "chunked", notes, { ...titled, chunkCount: count });
  } catch (error) {
    if (signal.aborted) throw error;
    await expectAsTaken(db, datasource);
    if (error instanceof FileGoneError && datasource.sourceType !== "file") return loseFile(work, row, error.message);
    const isKnown = error instanceof AppError || error instanceof ParseError;
    // A parser that ended may have been ended for another reason than its file.
    const passes = !isKnown || (error instanceof ParseError && error.retryable);
    if (!isKnown) log().warn({ err: error, documentId }, "a document was not read");
    const message = isKnown ? error.message : "Muster could not read this document.";
    await fail(db, row, count > 0 ? "chunked" : "parsed", message, passes);
  } finally {
    // What was begun and is read no further gives its parser back, which others wait for.
    await reading.return({ title: null });
  }
}

/** Its source may still have it: it is fetched once more. */
async function loseFile({ db }: Work, row: DocumentRow, error: string): Promise<void> {
  await db
    .update(documents)
    .set({
      ...{ stage: "failed", failedStage: "fetched", error, contentHash: unreadHash, fileKey: null },
      ...{ ...nextTry(row.attempt, { retryable: true }), dateUpdated: new Date() },
    })
    .where(still(row));
}
