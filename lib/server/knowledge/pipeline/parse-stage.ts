import { chunks } from "../../datasources/table";
import { AppError } from "../../http/errors";
import { log } from "../../log";
import { chunkParsed } from "../chunking/chunk";
import { hashOfText } from "../embedding/fingerprint";
import { parseDocument } from "./parse-document";
import { advance, fail, note, takeAt } from "./ledger";
import type { DocumentRow, Work } from "./work";

/** Documents that are parsed at the same time: each has a thread of its own. */
export const parsedAtOnce = 2;
const rowsAtOnce = 500;
const chunksMost = 200_000;

const empty = "There is no text in this document. A scan needs text recognition (OCR) before it can be searched.";

export const takeFetched = (work: Work): Promise<DocumentRow[]> => takeAt(work, "fetched", parsedAtOnce);

/** Reads each document's text and cuts it, in one step: what one of them does is worth nothing without the other. */
export async function parseAll(work: Work, rows: DocumentRow[]): Promise<void> {
  await Promise.all(rows.map((row) => parseOne(work, row)));
}

async function parseOne(work: Work, row: DocumentRow): Promise<void> {
  const { db, datasource, signal } = work;
  let stage: "parsed" | "chunked" = "parsed";
  try {
    const began = performance.now();
    const parsed = await parseDocument(row, signal);
    const read = note(parsed.pages ?? parsed.blocks.length, began);
    stage = "chunked";
    const cutting = performance.now();
    const made = chunkParsed(parsed, datasource.chunking);
    if (made.length === 0) throw new AppError("invalid", empty);
    if (made.length > chunksMost)
      throw new AppError("invalid", `This makes ${made.length.toLocaleString("en")} chunks; a document may have 200,000.`);
    const place = { documentId: row.id, generation: row.generation, teamId: row.teamId, datasourceId: row.datasourceId };
    const values = made.map(({ text, page, headings }, position) => ({
      ...place,
      ...{ position, text, page, headings, hash: hashOfText(text) },
    }));
    const cut = note(made.length, cutting);
    await db.transaction(async (tx) => {
      // First, so that nobody changes the document meanwhile.
      const title = row.fileKey && parsed.title ? { title: parsed.title } : {};
      if (!(await advance(tx, row, "chunked", { parsed: read, chunked: cut }, { ...title, chunkCount: made.length })))
        return;
      for (let i = 0; i < values.length; i += rowsAtOnce)
        await tx.insert(chunks).values(values.slice(i, i + rowsAtOnce)).onConflictDoNothing();
    });
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof AppError)) log().warn({ err: error, documentId: row.id }, "a document was not read");
    const message = error instanceof AppError ? error.message : "Muster could not read this document.";
    await fail(db, row, stage, message, !(error instanceof AppError));
  }
}
