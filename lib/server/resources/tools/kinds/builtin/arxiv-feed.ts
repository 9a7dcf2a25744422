import { truncate } from "../../../../../utils/text/truncate.ts";
import {
  findElement,
  getText,
  listElements,
  type MarkupNode,
  parseXml,
} from "../../../../engine/parsing/shared/markup.ts";

const maxPapers = 50;

interface Paper {
  id: string;
  title: string;
  authors: string[];
  published: string;
  categories: string[];
  summary: string;
  url: string;
  pdf: string | null;
}

/** `problem` is arXiv's message. */
export type FeedReply = { papers: Paper[]; total?: number } | { problem: string } | "unreadable";

const oneLine = (node: MarkupNode | undefined): string => (node ? getText(node).replace(/\s+/g, " ").trim() : "");

function toPaper(entry: MarkupNode): Paper {
  const elements = [...listElements(entry)];
  const named = (name: string) => oneLine(elements.find((element) => element.name === name));
  const authors = elements
    .filter(({ name }) => name === "author")
    .map((author) => oneLine(findElement(author, "name")));
  const links = elements.filter(({ name }) => name === "link").map(({ attribs = {} }) => attribs);
  return {
    id: named("id").replace(/^https?:\/\/arxiv\.org\/abs\//, ""),
    title: truncate(named("title"), 500),
    authors: authors
      .filter(Boolean)
      .slice(0, 20)
      .map((author) => truncate(author, 100)),
    published: named("published").slice(0, 10),
    categories: elements
      .filter(({ name }) => name === "category")
      .flatMap(({ attribs }) => attribs?.term ?? [])
      .slice(0, 10),
    summary: truncate(named("summary"), 3_000),
    url: truncate(named("id"), 300),
    pdf: links.find(({ title }) => title === "pdf")?.href?.slice(0, 300) ?? null,
  };
}

/** Parses arXiv's Atom feed. */
export function readFeed(text: string): FeedReply {
  let feed: MarkupNode | undefined;
  try {
    feed = findElement(parseXml(text), "feed");
  } catch {
    return "unreadable";
  }
  if (!feed) return "unreadable";
  const entries = (feed.children ?? []).filter(({ name }) => name === "entry");
  const papers = entries.slice(0, maxPapers).map(toPaper);
  const total = Number(oneLine(findElement(feed, "opensearch:totalResults")));
  // Errors are returned as an entry.
  const [first] = papers;
  if (first && /\/api\/errors/.test(first.url)) return { problem: truncate(first.summary, 300) };
  return { papers, ...(Number.isInteger(total) && { total }) };
}
