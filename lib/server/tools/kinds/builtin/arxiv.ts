import { z } from "zod";
import { cutText } from "@/lib/utils/cut-text";
import { env } from "../../../env";
import { elementNamed, elementsOf, type MarkupNode, textOf, xmlOf } from "../../../knowledge/parsing/markup";
import { ToolError } from "../tool-error";
import { askService } from "./ask-service";
import { builtinTool, closed } from "./builtin-tool";
import { readArgs } from "./read-args";

const service = "arXiv";
const id = /^(\d{4}\.\d{4,5}|[a-z-]+(\.[A-Z]{2})?\/\d{7})(v\d+)?$/;

const argsSchema = z
  .object({
    query: z.string().trim().min(1).max(500).optional(),
    ids: z.array(z.string().trim().regex(id, "Give an id such as 1706.03762.")).min(1).max(20).optional(),
    sort: z.enum(["relevance", "newest"]).default("relevance"),
    start: z.number().int().min(0).max(10_000).default(0),
  })
  .refine(({ query, ids }) => query || ids, "Give a query or ids.");

/** Words as they are, or arXiv's own language where it is used. */
const searchOf = (query: string): string =>
  /\b(ti|au|abs|co|jr|cat|rn|id|all):/.test(query)
    ? query
    : query
        .split(/\s+/)
        .map((word) => `all:${word}`)
        .join(" AND ");

const oneLine = (node: MarkupNode | undefined): string => (node ? textOf(node).replace(/\s+/g, " ").trim() : "");

function paperOf(entry: MarkupNode) {
  const elements = [...elementsOf(entry)];
  const named = (name: string) => oneLine(elements.find((element) => element.name === name));
  const authors = elements
    .filter(({ name }) => name === "author")
    .map((author) => oneLine(elementNamed(author, "name")));
  const links = elements.filter(({ name }) => name === "link").map(({ attribs = {} }) => attribs);
  return {
    id: named("id").replace(/^https?:\/\/arxiv\.org\/abs\//, ""),
    title: cutText(named("title"), 500),
    authors: authors
      .filter(Boolean)
      .slice(0, 20)
      .map((author) => cutText(author, 100)),
    published: named("published").slice(0, 10),
    categories: elements
      .filter(({ name }) => name === "category")
      .flatMap(({ attribs }) => attribs?.term ?? [])
      .slice(0, 10),
    summary: cutText(named("summary"), 3_000),
    url: cutText(named("id"), 300),
    pdf: links.find(({ title }) => title === "pdf")?.href?.slice(0, 300) ?? null,
  };
}

function papersOf(text: string) {
  let feed: MarkupNode | undefined;
  try {
    feed = elementNamed(xmlOf(text), "feed");
  } catch (cause) {
    throw new ToolError("arXiv sent an answer that cannot be read.", { cause });
  }
  if (!feed) throw new ToolError("arXiv sent an answer that cannot be read.");
  const entries = (feed.children ?? []).filter(({ name }) => name === "entry");
  const papers = entries.slice(0, 50).map(paperOf);
  const total = Number(oneLine(elementNamed(feed, "opensearch:totalResults")));
  // Its errors come as an entry.
  const [first] = papers;
  if (first && /\/api\/errors/.test(first.url)) throw new ToolError(`arXiv refused: ${cutText(first.summary, 300)}`);
  return { papers, ...(Number.isInteger(total) && { total }) };
}

export const arxiv = builtinTool({
  id: "arxiv",
  description: () =>
    "Finds scientific papers on arXiv: title, authors, abstract and links. Search by words, or in arXiv's own language such as ti:attention AND au:vaswani, or look papers up by their ids.",
  parameters: closed(
    {
      query: { type: "string", maxLength: 500, description: "What to search for." },
      ids: { type: "array", items: { type: "string" }, maxItems: 20, description: "Ids such as 1706.03762." },
      sort: { type: "string", enum: ["relevance", "newest"], description: "relevance without it." },
      start: { type: "integer", minimum: 0, description: "How many results to leave out, to see further ones." },
    },
    [],
  ),
  async call(args, { results }, ctx) {
    const { query, ids, sort, start } = readArgs(argsSchema, args);
    const url = new URL(`${env().ARXIV_URL}/api/query`);
    if (query) url.searchParams.set("search_query", searchOf(query));
    if (ids) url.searchParams.set("id_list", ids.join(","));
    url.searchParams.set("start", String(start));
    url.searchParams.set("max_results", String(ids ? ids.length : results));
    if (sort === "newest") {
      url.searchParams.set("sortBy", "submittedDate");
      url.searchParams.set("sortOrder", "descending");
    }
    const found = papersOf(await askService(service, url, "application/atom+xml", ctx));
    return { ...found, ...(found.papers.length === 0 && { note: "Nothing was found." }) };
  },
});
