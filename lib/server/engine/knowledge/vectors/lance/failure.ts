import { log } from "../../../../platform/log/log";
import { findVectorError, VectorError } from "../shared/failure";
import { missingPackageError } from "./load";

/** Of a table, or of a file of an older version. */
const missing = /was not found|not found: /i;
const diskFull = /no space left|os error 28|quota exceeded|enospc/i;
const conflict = /commit conflict|concurrent|retryable|too many concurrent writers/i;

export const isMissing = (error: unknown): boolean => error instanceof Error && missing.test(error.message);

/** Runs work and converts what it throws to a user-facing error; the original is logged. */
export async function withVectorErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const converted = toVectorError(error);
    if (converted !== error) log().warn({ err: error }, "the built-in vector database failed");
    throw converted;
  }
}

function toVectorError(error: unknown): Error {
  const vectorError = findVectorError(error);
  if (vectorError) return vectorError;
  if (error instanceof DOMException && error.name === "AbortError") return error;
  if (error instanceof Error && error.name === missingPackageError)
    return new VectorError(
      "unavailable",
      `The built-in vector DB has no package for this platform (${process.platform} ${process.arch}). Add Qdrant or Pinecone under Vector DBs and use it instead.`,
      { cause: error },
    );
  const message = error instanceof Error ? error.message : String(error);
  if (diskFull.test(message))
    return new VectorError("disk", "The server's disk is full, so vectors can't be stored.", { cause: error });
  if (conflict.test(message))
    return new VectorError("overloaded", "The built-in vector DB is busy with other writes. Try again.", {
      cause: error,
    });
  return new VectorError("unknown", "The built-in vector DB failed. See the server log for details.", {
    cause: error,
  });
}
