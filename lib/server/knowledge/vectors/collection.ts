import { createHash } from "node:crypto";
import { VectorError } from "./failure";
import type { Collection, Point } from "./types";

const short = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 16);

/** What the names of all the team's collections begin with. */
export const teamPrefix = (teamId: string): string => `muster_${short(teamId)}_`;

/** What decides which vectors a model gives. Texts of two models with the same answer can be compared. */
interface EmbeddingModel {
  /** The provider. */
  type: string;
  model: string;
  /** Where the provider's own name of what is called is another: Azure's deployment. */
  deployment?: string;
}

const fingerprintOf = ({ type, model, deployment }: EmbeddingModel): string =>
  short(JSON.stringify([type, model, deployment ?? null]));

/**
 * The collection of a team's embedding model. Team, model and length are in its name, so that vectors of two models, or of
 * two lengths of one model, never come to lie together.
 */
export function collectionFor(teamId: string, model: EmbeddingModel, dimensions: number): Collection {
  return { name: `${teamPrefix(teamId)}${fingerprintOf(model)}_${dimensions}`, dimensions };
}

/** Throws where a caller has mixed up two teams. */
export function expectOwn(collection: Collection, teamId: string): void {
  if (!collection.name.startsWith(teamPrefix(teamId)))
    throw new Error("This collection belongs to another team than the one that it is used for.");
}

/** Throws where a vector could not be compared with the others; a repeated id counts once, with its last point. */
export function checkedPoints(collection: Collection, points: readonly Point[]): Point[] {
  const byId = new Map<string, Point>();
  for (const point of points) {
    expectOwn(collection, point.teamId);
    checkVector(collection, point.vector);
    byId.set(point.id, point);
  }
  return [...byId.values()];
}

export function checkVector({ dimensions }: Collection, vector: readonly number[]): void {
  if (vector.length !== dimensions)
    throw new VectorError(
      "dimensions",
      `The embedding model gave ${vector.length} numbers where ${dimensions} are stored. Choose the model again, so that everything is embedded anew.`,
    );
  if (!vector.every(Number.isFinite) || vector.every((value) => value === 0))
    throw new VectorError("dimensions", "The embedding model gave a vector that points nowhere. Use another model.");
}
