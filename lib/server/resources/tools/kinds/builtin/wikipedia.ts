import { z } from "zod";
import { truncate } from "@/lib/utils/text/truncate";
import { env } from "../../../../platform/env/env";
import type { ToolContext } from "../shared/context";
import { ToolError } from "../shared/tool-error";
import { builtinTool, closed } from "./builtin-tool";
import { readArgs } from "./read-args";
import { parseJson, requestService } from "./request-service";
import { takePart } from "./text-part";

const service = "Wikipedia";
const maxSummary = 2_000;

const argsSchema = z
  .object({
    query: z.string().trim().min(1).max(300).optional(),
    title: z.string().trim().min(1).max(300).optional(),
    start: z.number().int().min(0).max(100_000_000).default(0),
  })
  .refine(({ query, title }) => query || title, "Enter a query or a title.");

const answerSchema = z.object({
  error: z.object({ info: z.string() }).optional(),
  query: z
    .object({
      pages: z.array(
        z.object({
          title: z.string(),
          index: z.number().optional(),
          missing: z.boolean().optional(),
          extract: z.string().optional(),
          fullurl: z.string().optional(),
        }),
      ),
    })
    .optional(),
});

async function queryApi(language: string, parameters: Record<string, string>, ctx: ToolContext) {
  const url = new URL(`${env().WIKIPEDIA_URL ?? `https://${language}.wikipedia.org`}/w/api.php`);
  const always = {
    action: "query",
    format: "json",
    formatversion: "2",
    prop: "extracts|info",
    explaintext: "1",
    inprop: "url",
  };
  for (const [name, value] of Object.entries({ ...always, ...parameters })) url.searchParams.set(name, value);
  const { error, query } = parseJson(
    answerSchema,
    await requestService(service, url, "application/json", ctx),
    service,
  );
  if (error) throw new ToolError(`Wikipedia returned an error: ${truncate(error.info, 300)}`);
  return (query?.pages ?? []).sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
}

export const wikipedia = builtinTool({
  id: "wikipedia",
  description: ({ language }) =>
    `Searches Wikipedia (language: ${language}). With query, it returns the introductions of the best matching articles. With title, it returns the full text of that article; long texts are returned in parts.`,
  parameters: closed(
    {
      query: { type: "string", maxLength: 300, description: "What to search for." },
      title: { type: "string", maxLength: 300, description: "The exact title of the article to read." },
      start: {
        type: "integer",
        minimum: 0,
        description: "Position in the article's text to start from. Defaults to 0.",
      },
    },
    [],
  ),
  async call(args, { language, results }, ctx) {
    const { query, title, start } = readArgs(argsSchema, args);
    if (title) {
      const [page] = await queryApi(language, { titles: title, redirects: "1" }, ctx);
      if (!page || page.missing || !page.extract)
        throw new ToolError(`Wikipedia has no article “${truncate(title, 100)}”. Search for it with query.`);
      return { title: page.title, url: page.fullurl ?? null, ...takePart(page.extract, start) };
    }
    const search = {
      generator: "search",
      gsrsearch: query ?? "",
      gsrlimit: String(results),
      exintro: "1",
      exlimit: "max",
    };
    const pages = await queryApi(language, search, ctx);
    return {
      articles: pages.map((page) => ({
        title: page.title,
        url: page.fullurl ?? null,
        summary: truncate(page.extract ?? "", maxSummary),
      })),
      ...(pages.length === 0 && { note: "No results found." }),
    };
  },
});
