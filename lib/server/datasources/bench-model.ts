import { eq } from "drizzle-orm";
import type { Retriever } from "@/lib/contract/retrieval";
import type { Db } from "../db/client";
import { AppError } from "../http/errors";
import type { Payer } from "../knowledge/payer";
import { type AskModel, askerOf } from "../knowledge/retrieval/ask-model";
import { teams } from "../teams/table";

/** The team's default chat model, for a retriever that has one think first when nobody's agent asks. */
export async function benchModel(
  db: Db,
  teamId: string,
  retriever: Partial<Retriever> | undefined,
  payer: Payer,
  signal: AbortSignal,
): Promise<AskModel | undefined> {
  if (retriever?.type !== "multi_query" && retriever?.type !== "self_query") return undefined;
  const [team] = await db.select({ defaults: teams.defaultModels }).from(teams).where(eq(teams.id, teamId));
  const ask = await askerOf(db, teamId, team?.defaults?.llm ?? null, payer, signal);
  if (ask) return ask;
  throw new AppError(
    "conflict",
    "This retriever has a model think first, and your team has no default chat model. Set one in the list of models.",
  );
}
