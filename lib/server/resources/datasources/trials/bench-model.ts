import { eq } from "drizzle-orm";
import type { Retriever } from "@/lib/contract/datasources/retrieval";
import type { Payer } from "../../../engine/knowledge/payer";
import { type AskModel, createAskModel } from "../../../engine/knowledge/retrieval/ask-model";
import type { Reader } from "../../../platform/db/client";
import { teams } from "../../../platform/db/tables/teams";
import { AppError } from "../../../platform/errors/errors";

/** The team's default chat model, for retrievers that need one outside an agent. */
export async function getBenchModel(
  db: Reader,
  teamId: string,
  retriever: Partial<Retriever> | undefined,
  payer: Payer,
  signal: AbortSignal,
): Promise<AskModel | undefined> {
  if (retriever?.type !== "multi_query" && retriever?.type !== "self_query") return undefined;
  const [team] = await db.select({ defaults: teams.defaultModels }).from(teams).where(eq(teams.id, teamId));
  const ask = await createAskModel(db, teamId, team?.defaults?.llm ?? null, payer, signal);
  if (ask) return ask;
  throw new AppError("conflict", "This retrieval strategy requires a default chat model. Set one on the Models page.");
}
