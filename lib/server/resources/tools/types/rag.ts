import type { JSONSchema7 } from "@ai-sdk/provider";
import { z } from "zod";
import { retrieverLabels } from "@/lib/constants/tools";
import type { Citation } from "@/lib/contract/datasources/retrieval";
import type { RagDefinition } from "@/lib/contract/tools/kinds/rag";
import { pluralize } from "@/lib/utils/text/pluralize";
import { getDatasource } from "../../../engine/knowledge/find-datasource";
import { createAskModel } from "../../../engine/knowledge/retrieval/ask-model";
import { retrieve } from "../../../engine/knowledge/retrieval/retrieve";
import { retrievalEvent } from "../../../engine/runs/log/passages";
import { AppError } from "../../../platform/errors/errors";
import type { CallContext, ToolImplementation } from "./kind";
import { measureCall } from "./timed";

const question = z.object({ query: z.string().trim().min(1).max(4_000) });

const parameters: JSONSchema7 = {
  type: "object",
  properties: {
    query: { type: "string", description: "What to search for, in natural language.", minLength: 1, maxLength: 4_000 },
  },
  required: ["query"],
  additionalProperties: false,
};

function describeLocation({ page, lastPage, headings }: Citation): string {
  const pages = page === null ? "" : lastPage === null ? `page ${page}` : `pages ${page} to ${lastPage}`;
  const where = [pages, headings.join(" > ")].filter(Boolean);
  return where.length > 0 ? ` (${where.join(", ")})` : "";
}

/** The passages as text for a model. */
function formatPassages(query: string, name: string, passages: Citation[]): string {
  if (passages.length === 0) return `No results for “${query}” in ${name}.`;
  const texts = passages.map((one) => `[${one.number}] ${one.title}${describeLocation(one)}\n${one.text}`);
  return `Passages from ${name}. Cite each passage you use by its number in brackets, such as [${passages[0]?.number}].\n\n${texts.join("\n\n")}`;
}

/** The team's datasource, or undefined. */
async function findDatasource(db: CallContext["db"], teamId: string, id: string) {
  try {
    return await getDatasource(db, teamId, id);
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return undefined;
    throw error;
  }
}

async function search({ datasourceId, retriever }: RagDefinition, query: string, context: CallContext) {
  const { db, teamId, tool, signal, modelId, passages, record } = context;
  const datasource = await findDatasource(db, teamId, datasourceId);
  if (!datasource) throw new Error("The data source that this tool searches was deleted.");
  const payer = await context.payer();
  const thinks = retriever.type === "multi_query" || retriever.type === "self_query";
  const ask = thinks ? await createAskModel(db, teamId, modelId, payer, signal) : undefined;
  const { passages: found, ...retrieval } = await retrieve(context, [datasource], query, retriever, {
    signal,
    payer,
    ask,
  });
  const numbered = passages.assignNumbers(found);
  record(retrievalEvent(tool.name, query, retrieval, numbered));
  return formatPassages(query, datasource.name, numbered);
}

export const rag: ToolImplementation<RagDefinition> = {
  secretPaths: () => [],
  addresses: () => [],
  readers: () => null,
  summary: ({ retriever }) => `${retrieverLabels[retriever.type]}, up to ${pluralize(retriever.k, "passage")}`,
  operations: (_definition, description) => [{ operation: null, description, parameters }],
  async check(db, teamId, { datasourceId }) {
    const found = await findDatasource(db, teamId, datasourceId);
    if (found) return { status: { state: "ready" } };
    return [{ path: "datasourceId", message: "This data source doesn't exist or is no longer available." }];
  },
  repeatable: true,
  call: (definition, _prepared, _operation, args, context) =>
    measureCall(context.signal, () => search(definition, question.parse(args).query, context)),
};
