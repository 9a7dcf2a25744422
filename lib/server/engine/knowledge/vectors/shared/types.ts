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
  list(
    collection: Collection,
    scope: { teamId: string; datasourceId: string },
    signal?: AbortSignal,
  ): AsyncIterable<{ id: string; documentId: string }>;
  /** Deletes every collection of the team. */
  dropTeam(teamId: string, signal?: AbortSignal): Promise<void>;
}
