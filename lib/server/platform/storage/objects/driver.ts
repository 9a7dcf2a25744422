import type { Readable } from "node:stream";

export interface StoredObject {
  size: number;
  modified: Date;
  /** Of the content, in hex; undefined for objects that Muster did not write. */
  sha256?: string | undefined;
}

/** With the beginning of its content, if the provider sends both in one response. */
export interface OpenedObject extends StoredObject {
  body?: Readable;
}

/** Content in memory, or a local file. */
type UploadSource = { contents: Uint8Array } | { path: string };

/** Requests to one bucket. Keys are complete, with the prefix. Errors are those of the client library. */
export interface ObjectDriver {
  /** Appears as a whole or not at all. */
  upload: (key: string, source: UploadSource, stored: { size: number; sha256: string }) => Promise<void>;
  /** Undefined if it does not exist. */
  stat: (key: string) => Promise<StoredObject | undefined>;
  /** The same, to read it. */
  open: (key: string) => Promise<OpenedObject | undefined>;
  /** The content from a byte on. */
  read: (key: string, start: number) => Promise<Readable>;
  /** A missing object is not an error. */
  delete: (key: string) => Promise<void>;
  /** Keys in order, after a given one. */
  list: (prefix: string, after: string | undefined) => AsyncIterable<string>;
}

/** Files above this size are uploaded in parts of this size, each of which is retried separately. */
export const partBytes = 5 * 1024 * 1024;
/** Parts of one file under way at a time. */
export const partsAtOnce = 2;
/** A connection without any traffic is given up after this time, and the request repeated. */
export const idleMs = 30_000;
export const connectMs = 5_000;
export const maxAttempts = 4;
