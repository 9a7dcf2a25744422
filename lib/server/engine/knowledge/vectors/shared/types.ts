/** The collection of one team and one embedding model. Created by `toCollection` only. */
export interface Collection {
  name: string;
  dimensions: number;
}

export type FieldValue = string | number | boolean | null;

export interface Point {
  /** Unique in the team; a point with the same id is replaced. */
  id: string;
  vector: number[];
  teamId: string;
  datasourceId: string;
  documentId: string;
  /** Filterable fields. */
  fields: Record<string, FieldValue>;
}

type FilterOp = "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in";

/**
 * `eq` and `ne` null check whether a field exists. `ne` also matches points without the field. Ordering compares numbers with
 * numbers and dates (ISO 8601) with dates.
 */
export interface Filter {
  field: string;
  op: FilterOp;
  value: FieldValue | FieldValue[];
}

export interface Search {
  teamId: string;
  datasourceIds: string[];
  vector: number[];
  k: number;
  /** Combined with AND. */
  filters?: Filter[];
}

export interface Removal {
  teamId: string;
  datasourceId: string;
  /** Absent: all of the datasource's. */
  documentIds?: string[];
}

export interface Scope {
  teamId: string;
  datasourceId: string;
}

export interface VectorHit {
  id: string;
  /** Cosine similarity; 1 is the same direction. */
  score: number;
}

/**
 * The interface of all vector databases; the store itself filters every read and delete by team. Failures are VectorErrors with
 * a user-facing message and whether a retry may succeed.
 */
export interface VectorStore {
  /** Connects with the credentials, and throws when the database is not usable. */
  check(signal?: AbortSignal): Promise<void>;
  /** Creates the collection if necessary. Only workers write. */
  upsert(collection: Collection, points: Point[], signal?: AbortSignal): Promise<void>;
  remove(collection: Collection, removal: Removal, signal?: AbortSignal): Promise<void>;
  /** Nearest first. Empty when the collection does not exist. */
  search(collection: Collection, search: Search, signal?: AbortSignal): Promise<VectorHit[]>;
  /** Every point of a datasource, in no particular order. */
  list(collection: Collection, scope: Scope, signal?: AbortSignal): AsyncIterable<{ id: string; documentId: string }>;
  /** Deletes every collection of the team. */
  dropTeam(teamId: string, signal?: AbortSignal): Promise<void>;
}

/** Identifies a store among those that a database may be connected to. */
export interface StoreIdentity {
  /** Random; stays with the store's data. */
  id: string;
  /** The ID of the database that uses a store of several machines; null for a folder. */
  databaseId: string | null;
  /** Differs for a copy of a folder; null where it can't tell copies apart. */
  inode: string | null;
}

interface StoredVector {
  id: string;
  documentId: string;
  vector: number[];
}

/** What the server's own store can do beyond that of a team. */
export interface BuiltinStore extends VectorStore {
  /** Undefined for a store without an identity, such as an empty one. */
  readIdentity(signal?: AbortSignal): Promise<StoreIdentity | undefined>;
  writeIdentity(id: string, databaseId: string, signal?: AbortSignal): Promise<StoreIdentity>;
  /** Whether there are no collections. */
  isEmpty(signal?: AbortSignal): Promise<boolean>;
  /** The names of all collections of all teams. */
  names(signal?: AbortSignal): Promise<string[]>;
  drop(name: string): Promise<void>;
  /** The number of a datasource's vectors. */
  count(collection: Collection, scope: Scope, signal?: AbortSignal): Promise<number>;
  /** The vectors of some documents, in no particular order. Qdrant returns them with a length of 1. */
  read(
    collection: Collection,
    scope: Scope & { documentIds: string[] },
    signal?: AbortSignal,
  ): AsyncIterable<StoredVector>;
  /** Compacts every collection now, unless the store does so automatically. For workers. */
  compact(signal?: AbortSignal): Promise<void>;
  /** Waits for writes and maintenance in progress. */
  idle(): Promise<void>;
}
