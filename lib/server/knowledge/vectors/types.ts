/** Where the vectors of one team and one embedding model lie. Made by `collectionFor` only. */
export interface Collection {
  name: string;
  dimensions: number;
}

export type FieldValue = string | number | boolean | null;

export interface Point {
  /** Unique in the team; a point of the same id is replaced. */
  id: string;
  vector: number[];
  teamId: string;
  datasourceId: string;
  documentId: string;
  /** What can be filtered by. */
  fields: Record<string, FieldValue>;
}

export type FilterOp = "eq" | "ne" | "gt" | "gte" | "lt" | "lte" | "in";

/**
 * `eq` and `ne` null ask whether a field is there. `ne` takes points without the field too. Greater and less compare
 * numbers with numbers and dates (ISO 8601) with dates.
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
  /** All of them must hold. */
  filters?: Filter[];
}

export interface Removal {
  teamId: string;
  datasourceId: string;
  /** All of the datasource's where absent. */
  documentIds?: string[];
}

export interface Found {
  id: string;
  /** Cosine similarity, 1 is the same direction. */
  score: number;
}

/**
 * One interface for every vector database; each read and delete is filtered by team in the store itself. What fails throws
 * a VectorError, whose sentence is for the user and which says whether trying again may help.
 */
export interface VectorStore {
  /** Reaches the database with its credentials, and throws where it could not be worked with. */
  check(signal?: AbortSignal): Promise<void>;
  /** Makes the collection where it is missing. Only workers write. */
  upsert(collection: Collection, points: Point[], signal?: AbortSignal): Promise<void>;
  remove(collection: Collection, removal: Removal, signal?: AbortSignal): Promise<void>;
  /** The nearest first. Nothing where the collection is missing. */
  search(collection: Collection, search: Search, signal?: AbortSignal): Promise<Found[]>;
  /** Every point of a datasource, in no order. */
  list(
    collection: Collection,
    of: { teamId: string; datasourceId: string },
    signal?: AbortSignal,
  ): AsyncIterable<{ id: string; documentId: string }>;
  /** Every collection of the team. */
  dropTeam(teamId: string, signal?: AbortSignal): Promise<void>;
}
