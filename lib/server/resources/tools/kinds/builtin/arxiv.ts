import { z } from "zod";
import { env } from "../../../../platform/env/env";
import { IsolatedPool } from "../../../../platform/isolated/isolated-pool";
import { IsolationError } from "../../../../platform/isolated/isolated-process";
import { singleton } from "../../../../platform/process/registry";
import type { ToolContext } from "../shared/context";
import { ToolError } from "../shared/tool-error";
import type { FeedReply } from "./arxiv-feed";
import { builtinTool, closed } from "./builtin-tool";
import { readArgs } from "./read-args";
import { requestService } from "./request-service";

const service = "arXiv";
const id = /^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?\/\d{7})(v\d+)?$/;

const argsSchema = z
  .object({
    query: z.string().trim().min(1).max(500).optional(),
    ids: z.array(z.string().trim().regex(id, "Enter an ID such as 1706.03762.")).min(1).max(20).optional(),
    sort: z.enum(["relevance", "newest"]).default("relevance"),
    start: z.number().int().min(0).max(10_000).default(0),
  })
  .refine(({ query, ids }) => query || ids, "Enter a query or ids.");

/** Plain words, or arXiv's query syntax if used. */
const toSearchQuery = (query: string): string =>
  /\b(ti|au|abs|co|jr|cat|rn|id|all):/.test(query)
    ? query
    : query
        .split(/\s+/)
        .map((word) => `all:${word}`)
        .join(" AND ");

const limits = { timeMs: 15_000, heapMb: 256, running: 2, perTeam: 1, waiting: 100 };

const pool = () =>
  singleton(
    "arxiv",
    () => new IsolatedPool<string, FeedReply>("lib/server/resources/tools/kinds/builtin/arxiv-worker.ts", limits),
  );

/** Parses the feed in a separate process: a hostile one could take long. */
async function readPapers(text: string, { teamId, signal }: ToolContext) {
  try {
    const reply = await pool().run(teamId, text, signal);
    if (reply === "unreadable") throw new ToolError("arXiv returned a response that can't be read.");
    if ("problem" in reply) throw new ToolError(`arXiv returned an error: ${reply.problem}`);
    return reply;
  } catch (error) {
    if (error instanceof IsolationError) throw new ToolError(`arXiv's response can't be read: ${error.message}`);
    throw error;
  }
}

export const arxiv = builtinTool({
  id: "arxiv",
  description: () =>
    "Finds scientific papers on arXiv: title, authors, abstract and links. Search by keywords or with arXiv query syntax, such as ti:attention AND au:vaswani, or look up papers by ID.",
  parameters: closed(
    {
      query: { type: "string", maxLength: 500, description: "What to search for." },
      ids: { type: "array", items: { type: "string" }, maxItems: 20, description: "arXiv IDs such as 1706.03762." },
      sort: { type: "string", enum: ["relevance", "newest"], description: "Defaults to relevance." },
      start: { type: "integer", minimum: 0, description: "Number of results to skip, for paging." },
    },
    [],
  ),
  async call(args, { results }, ctx) {
    const { query, ids, sort, start } = readArgs(argsSchema, args);
    const url = new URL(`${env().ARXIV_URL}/api/query`);
    if (query) url.searchParams.set("search_query", toSearchQuery(query));
    if (ids) url.searchParams.set("id_list", ids.join(","));
    url.searchParams.set("start", String(start));
    url.searchParams.set("max_results", String(ids ? ids.length : results));
    if (sort === "newest") {
      url.searchParams.set("sortBy", "submittedDate");
      url.searchParams.set("sortOrder", "descending");
    }
    const found = await readPapers(await requestService(service, url, "application/atom+xml", ctx), ctx);
    return { ...found, ...(found.papers.length === 0 && { note: "No results found." }) };
  },
});
