import type { Db } from "../db/client";
import { notFound } from "../http/errors";
import { builtinStore } from "../knowledge/vectors/open";
import type { VectorStore } from "../knowledge/vectors/types";

export const hasVectorDb = async (_db: Pick<Db, "select">, _teamId: string, _id: string): Promise<boolean> => false;

/** The store of a datasource; null is the built-in one. */
export async function vectorStoreOf(_db: Pick<Db, "select">, _teamId: string, id: string | null): Promise<VectorStore> {
  if (id !== null) throw notFound("This vector database");
  return builtinStore();
}
