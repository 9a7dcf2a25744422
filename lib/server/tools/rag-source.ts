import { and, eq, inArray } from "drizzle-orm";
import { z } from "zod";
import type { Citation } from "@/lib/contract/retrieval";
import { agents } from "../agents/table";
import type { DatasourceRow } from "../datasources/service";
import { datasources } from "../datasources/table";
import { type Db, openDatabase } from "../db/client";
import { runPayer } from "../knowledge/payer";
import { askerOf } from "../knowledge/retrieval/ask-model";
import { retrieve } from "../knowledge/retrieval/retrieve";
import { passedBudgets } from "../runs/budget-guard";
import { retrievalEvent } from "../runs/passages";
import { type EngineTool, registerToolSource, type ToolSource } from "../runs/tools";
import { type ToolRow, toolsOf } from "./queries";

const question = z.object({ query: z.string().trim().min(1).max(4_000) });

const parameters: EngineTool["parameters"] = {
  type: "object",
  properties: {
    query: { type: "string", description: "What to look for, in plain words.", minLength: 1, maxLength: 4_000 },
  },
  required: ["query"],
  additionalProperties: false,
};

function placeOf({ page, lastPage, headings }: Citation): string {
  const pages = page === null ? "" : lastPage === null ? `page ${page}` : `pages ${page} to ${lastPage}`;
  const where = [pages, headings.join(" > ")].filter(Boolean);
  return where.length > 0 ? ` (${where.join(", ")})` : "";
}

/** The passages as a model reads them. */
function written(query: string, name: string, passages: Citation[]): string {
  if (passages.length === 0) return `Nothing about "${query}" was found in ${name}.`;
  const texts = passages.map((one) => `[${one.number}] ${one.title}${placeOf(one)}\n${one.text}`);
  return `Passages of ${name}. Cite each one that the answer uses by its number in brackets, such as [${passages[0]?.number}].\n\n${texts.join("\n\n")}`;
}

function ragTool(db: Db, tool: ToolRow, datasource: DatasourceRow, modelId: string | null): EngineTool {
  return {
    ...{ name: tool.functionName, description: tool.description, parameters, repeatable: true },
    async execute(input, signal, { tell, passages, run }) {
      const { query } = question.parse(input);
      const { retriever } = tool.definition;
      const thinks = retriever.type === "multi_query" || retriever.type === "self_query";
      const payer = await runPayer(db, run, await passedBudgets(db, run));
      const ask = thinks ? await askerOf(db, tool.teamId, modelId, payer, signal) : undefined;
      const { passages: found, ...retrieval } = await retrieve(db, [datasource], query, retriever, {
        signal,
        payer,
        ask,
      });
      const numbered = passages.number(found);
      tell(retrievalEvent(tool.name, query, retrieval, numbered));
      return written(query, datasource.name, numbered);
    },
  };
}

/** The tools by which an agent asks its team's datasources. */
const ragTools: ToolSource = async ({ teamId, agentId }) => {
  const { db } = await openDatabase();
  const [agent] = await db
    .select({ toolIds: agents.toolIds, modelId: agents.modelId, functionModelId: agents.functionModelId })
    .from(agents)
    .where(and(eq(agents.teamId, teamId), eq(agents.id, agentId)));
  if (!agent || agent.toolIds.length === 0) return [];
  const rows = await toolsOf(db, teamId, agent.toolIds);
  const ids = rows.map(({ definition }) => definition.datasourceId);
  const sources = await db
    .select()
    .from(datasources)
    .where(and(eq(datasources.teamId, teamId), inArray(datasources.id, ids)));
  const byId = new Map(sources.map((row) => [row.id, row]));
  return rows.flatMap((tool) => {
    const datasource = byId.get(tool.definition.datasourceId);
    return datasource ? [ragTool(db, tool, datasource, agent.functionModelId ?? agent.modelId)] : [];
  });
};

registerToolSource("rag", ragTools);
