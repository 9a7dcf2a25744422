import { and, eq } from "drizzle-orm";
import type { Db } from "../../db/client";
import { createLanguageModel } from "../../models/providers/create";
import { callable } from "../../models/service";
import { models } from "../../models/table";
import { outbound } from "../../outbound/instance";

/** Asks a model something short, and answers what it says. */
export type AskModel = (instructions: string, text: string) => Promise<string>;

const answerTokens = 500;

/** The team's chat model, for a retriever that thinks first; undefined where it is gone. */
export async function askerOf(
  db: Pick<Db, "select">,
  teamId: string,
  modelId: string | null,
  signal: AbortSignal,
): Promise<AskModel | undefined> {
  if (!modelId) return undefined;
  const [row] = await db
    .select()
    .from(models)
    .where(and(eq(models.teamId, teamId), eq(models.id, modelId)));
  if (row?.modelType !== "llm") return undefined;
  const model = await createLanguageModel(callable(row).settings, outbound().fetchWith({ headersTimeoutMs: 60_000 }));
  return async (instructions, text) => {
    const { content } = await model.doGenerate({
      prompt: [
        { role: "system", content: instructions },
        { role: "user", content: [{ type: "text", text }] },
      ],
      maxOutputTokens: answerTokens,
      temperature: 0,
      abortSignal: signal,
    });
    return content.map((part) => (part.type === "text" ? part.text : "")).join("");
  };
}
