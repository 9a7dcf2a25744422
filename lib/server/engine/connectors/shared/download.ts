import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { formatBytes } from "@/lib/utils/text/bytes";
import { cleanFileName } from "../../../platform/http/body/file-name";
import { OutboundError } from "../../../platform/outbound/outbound-error";
import { ConnectorError } from "./errors";
import { findCause } from "./failure";
import type { ConnectorContext } from "./types";

const createTooLargeError = (maxBytes: number): ConnectorError =>
  new ConnectorError("too_large", `This file exceeds your plan's limit of ${formatBytes(maxBytes)} per file.`);

const createDiskFullError = (cause: unknown): ConnectorError =>
  new ConnectorError(
    "unavailable",
    "This server has no disk space left for the file. The sync will continue automatically once the server administrator frees space.",
    { cause },
  );

/** Rejects a file by its announced size before it is downloaded. */
export function checkSize(bytes: number | undefined, { maxFileBytes }: ConnectorContext): void {
  if (bytes !== undefined && bytes > maxFileBytes) throw createTooLargeError(maxFileBytes);
}

/**
 * Writes a body into the context's folder under a generated name. Removes partial files. A body larger than the plan's file
 * limit throws a ConnectorError of kind `too_large`, whatever size was announced.
 */
export async function saveBody(
  body: AsyncIterable<Uint8Array>,
  name: string,
  { tmpFolder, maxFileBytes, signal }: ConnectorContext,
): Promise<{ path: string; filename: string }> {
  const filename = cleanFileName(name);
  const path = join(tmpFolder, `${randomUUID()}${extname(filename)}`);
  let bytes = 0;
  async function* checkedParts() {
    for await (const part of body) {
      bytes += part.byteLength;
      if (bytes > maxFileBytes) throw createTooLargeError(maxFileBytes);
      yield part;
    }
  }
  try {
    await pipeline(Readable.from(checkedParts()), createWriteStream(path, { flags: "wx" }), { signal });
    return { path, filename };
  } catch (error) {
    await rm(path, { force: true });
    if (findCause(error, OutboundError)?.problem === "too_large") throw createTooLargeError(maxFileBytes);
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") throw createDiskFullError(error);
    throw error;
  }
}

/** Describes an error that concerns one file only; undefined when the sync cannot continue. */
export function toFileError(error: unknown, { maxFileBytes }: ConnectorContext): ConnectorError | undefined {
  if (findCause(error, OutboundError)?.problem === "too_large") return createTooLargeError(maxFileBytes);
  const connectorError = findCause(error, ConnectorError);
  return connectorError?.kind === "too_large" ? connectorError : undefined;
}
