import { createHash } from "node:crypto";
import { VectorError } from "./failure";
import type { Collection, Point } from "./types";

const shortHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** The prefix of all the team's collections. */
export const toTeamPrefix = (teamId: string): string => `muster_${shortHash(teamId)}_`;

/** What determines a model's vectors. Vectors of two models with equal values are comparable. */
interface EmbeddingModel {
  /** The provider. */
  type: string;
  model: string;
  /** Azure's deployment, when it differs from the model's name. */
  deployment?: string;
}

const computeFingerprint = ({ type, model, deployment }: EmbeddingModel): string =>
  shortHash(JSON.stringify([type, model, deployment ?? null]));

/**
 * The collection of a team's embedding model. Its name contains team, model and length, so that incompatible vectors are never
 * mixed.
 */
export function toCollection(teamId: string, model: EmbeddingModel, dimensions: number): Collection {
  return { name: `${toTeamPrefix(teamId)}${computeFingerprint(model)}_${dimensions}`, dimensions };
}

/** Throws when the collection belongs to another team. */
export function assertOwnCollection(collection: Collection, teamId: string): void {
  if (!collection.name.startsWith(toTeamPrefix(teamId))) throw new Error("This collection belongs to another team.");
}

/** Throws when a vector is not comparable with the others; of points with the same id, the last one wins. */
export function checkPoints(collection: Collection, points: readonly Point[]): Point[] {
  const byId = new Map<string, Point>();
  for (const point of points) {
    assertOwnCollection(collection, point.teamId);
    checkVector(collection, point.vector);
    byId.set(point.id, point);
  }
  return [...byId.values()];
}

export function checkVector({ dimensions }: Collection, vector: readonly number[]): void {
  if (vector.length !== dimensions)
    throw new VectorError(
      "dimensions",
      `The embedding model returned a ${vector.length}-dimensional vector, but stored vectors have ${dimensions} dimensions. Choose another embedding model to embed all documents again.`,
    );
  if (!vector.every(Number.isFinite) || vector.every((value) => value === 0))
    throw new VectorError("dimensions", "The embedding model returned a zero vector. Use another model.");
}
