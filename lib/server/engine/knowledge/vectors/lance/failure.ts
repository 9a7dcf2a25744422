import { log } from "../../../../platform/log/log";
import { VectorError, vectorErrorIn } from "../shared/failure";
import { noPackage } from "./load";

/** Of a table, or of a file of an older version. */
const missing = /was not found|not found: /i;
const full = /no space left|os error 28|quota exceeded|enospc/i;
const clash = /commit conflict|concurrent|retryable|too many concurrent writers/i;

export const isMissing = (error: unknown): boolean => error instanceof Error && missing.test(error.message);

/** Runs work and converts what it throws to a user-facing error; the original is logged. */
export async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = lanceFailure(error);
    if (failure !== error) log().warn({ err: error }, "the built-in vector database failed");
    throw failure;
  }
}

function lanceFailure(error: unknown): Error {
  const known = vectorErrorIn(error);
  if (known) return known;
  if (error instanceof DOMException && error.name === "AbortError") return error;
  if (error instanceof Error && error.name === noPackage)
    return new VectorError(
      "unavailable",
      `The built-in vector database has no package for this platform (${process.platform} ${process.arch}). Add Qdrant or Pinecone under Vector DBs and use that.`,
      { cause: error },
    );
  const message = error instanceof Error ? error.message : String(error);
  if (full.test(message))
    return new VectorError("disk", "The disk of the server is full, so no vectors can be stored.", { cause: error });
  if (clash.test(message))
    return new VectorError("overloaded", "The built-in vector database is being written by others. Try again.", {
      cause: error,
    });
  return new VectorError("unknown", "The built-in vector database failed. The server's log says why.", {
    cause: error,
  });
}
