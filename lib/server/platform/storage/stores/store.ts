import type { Readable } from "node:stream";
import type { Patience } from "../../lifecycle/retry";
import type { DatabaseMarkers } from "./database-markers";

interface FileFacts {
  size: number;
  modified: Date;
  /** In hex; undefined where it is known only by reading the file, and for objects that Muster did not write. */
  sha256?: string | undefined;
}

interface StoredFile extends FileFacts {
  /** Connections of files that are not read are closed after a while. */
  stream: () => Promise<Readable>;
}

/** Stores uploads, icons and large event bodies. Keys are created by `newFileKey`, never from user-provided names. */
export interface FileStore {
  /** Where files are stored, for messages. */
  readonly place: string;
  /** Throws the reason, as a message for the administrator, if files can't be stored. Temporary failures are retried. */
  check: (patience?: Patience) => Promise<void>;
  put: (key: string, contents: string | Uint8Array) => Promise<void>;
  /** Moves a local file into the store, such as an upload. */
  putFile: (key: string, path: string) => Promise<void>;
  /** Undefined if it does not exist. */
  get: (key: string) => Promise<StoredFile | undefined>;
  /** Undefined if it does not exist. */
  stat: (key: string) => Promise<FileFacts | undefined>;
  bytes: (key: string) => Promise<Uint8Array>;
  exists: (key: string) => Promise<boolean>;
  /** The keys of all files in one folder, such as `icons`. If `ordered`, only those after a given one. */
  keys: (folder: string, after?: string) => AsyncIterable<string>;
  /** Whether `keys` also returns what others may have stored: without a `sha256`. */
  readonly shared: boolean;
  /** Whether `keys` returns them in order. */
  readonly ordered: boolean;
  /** A missing file is not an error. */
  delete: (key: string) => Promise<void>;
  /** The databases that have files here. */
  readonly markers: DatabaseMarkers;
}
