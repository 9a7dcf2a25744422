import { loadBuffer } from "cheerio";
import { ParseError } from "../shared/parse-error.ts";
import { type DomNode, plainText, toMarkdown } from "./web-page-text.ts";

/** A downloaded page with its response headers. */
export interface FetchedPage {
  html: Uint8Array;
  address: string;
  contentType: string | null;
  /** The `x-robots-tag` header. */
  robots: string | null;
}

export interface WebPage {
  title: string | null;
  description: string | null;
  language: string | null;
  text: string;
  /** As written in the page, relative to its base. */
  links: string[];
  base: string;
  canonical: string | null;
  index: boolean;
  follow: boolean;
}

const MAX_LINKS = 2_000;
const MAX_REFERENCE = 4_000;
const MAX_DEPTH = 500;
/** Text can be longer than its page, because tables and lists are expanded. */
const MAX_TEXT = 12 * 1024 * 1024;
/** A main element with less than this share of the page's text is ignored. */
const MAIN_SHARE = 0.2;

const words = (text: string | undefined): string | null => text?.replace(/\s+/g, " ").trim().slice(0, 500) || null;

/** Void elements, and those with optional end tags. */
const UNCLOSED = new Set(
  "area base br col embed hr img input link meta param source track wbr p li td th tr dt dd option optgroup tbody thead tfoot colgroup rp rt html body head".split(
    " ",
  ),
);

/** Approximate nesting depth, to keep hostile pages from the parser. */
function measureDepth(html: Buffer): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag, slash, name = ""] of html.toString("latin1").matchAll(/<(\/?)([a-z][a-z0-9-]*)[^<>]*>?/gi)) {
    if (UNCLOSED.has(name.toLowerCase())) continue;
    if (slash) depth = Math.max(0, depth - 1);
    else if (!tag.endsWith("/>")) depth += 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** `noindex, nofollow` of a header or a meta element, also `muster: noindex`. */
export function parseRobots(...texts: (string | null | undefined)[]): { index: boolean; follow: boolean } {
  const all = texts
    .flatMap((text) => (text ?? "").toLowerCase().split(","))
    .map((text) => text.trim())
    .flatMap((text) => {
      const [agent, word] = text.split(":").map((part) => part.trim());
      if (word === undefined || agent === "unavailable_after") return [text];
      return agent === "muster" ? [word] : [];
    });
  const none = all.includes("none");
  return { index: !none && !all.includes("noindex"), follow: !none && !all.includes("nofollow") };
}

/** The relevant elements, in document order. */
const NOTED = new Set(["title", "meta", "base", "link", "a", "area", "html", "body", "main", "article", "h1"]);

/** A single walk instead of one selector each: cheerio's take quadratic time with many sibling elements. */
function findNoted(root: DomNode): Map<string, DomNode[]> {
  const noted = new Map<string, DomNode[]>();
  const stack = [root];
  for (let node = stack.pop(); node; node = stack.pop()) {
    const name = node.attribs?.role === "main" ? "main" : (node.name ?? "");
    if (NOTED.has(name)) {
      const known = noted.get(name);
      if (known) known.push(node);
      else noted.set(name, [node]);
    }
    for (const child of node.children?.toReversed() ?? []) stack.push(child);
  }
  return noted;
}

/** A page's text as Markdown without boilerplate, its links, and its robots directives. */
export function readPage({ html: bytes, address, contentType, robots }: FetchedPage): WebPage {
  const html = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const charset = /charset=["']?([\w-]+)/i.exec(contentType ?? "")?.[1];
  if (measureDepth(html) > MAX_DEPTH) throw new ParseError("damaged", "The page is nested too deeply.");
  // The simple parser: the spec-compliant one repairs broken pages, which can take minutes for a hostile page.
  const xml = { xmlMode: false, decodeEntities: true };
  const $ = loadBuffer(html, { encoding: charset ? { transportLayerEncodingLabel: charset } : {}, xml });
  const root = $.root().get(0) as DomNode;
  const noted = findNoted(root);
  const all = (name: string): DomNode[] => noted.get(name) ?? [];
  const attribute = (name: string, of: string): string | undefined =>
    all(name).find(({ attribs }) => attribs?.[of] !== undefined)?.attribs?.[of];
  const meta = (name: string): string | undefined =>
    all("meta").find(({ attribs }) => attribs?.name?.toLowerCase() === name)?.attribs?.content;
  const textOf = (name: string): string | null => words(all(name).slice(0, 1).map(plainText).join(""));
  const links = [...all("a"), ...all("area")].flatMap(({ attribs }) => {
    const href = attribs?.href;
    return href !== undefined && href.length <= MAX_REFERENCE ? [href] : [];
  });
  const canonical = all("link").find(({ attribs }) => attribs?.rel?.toLowerCase().split(/\s+/).includes("canonical"));
  const whole = toMarkdown(all("body").length > 0 ? all("body").slice(0, 1) : [root]);
  const main = toMarkdown(all("main").length > 0 ? all("main").slice(0, 1) : all("article"));
  const text = main.length > whole.length * MAIN_SHARE ? main : whole;
  if (text.length > MAX_TEXT) throw new ParseError("too_large", "The page contains too much text.");
  return {
    title: textOf("title") ?? textOf("h1"),
    description: words(meta("description")),
    language: words(attribute("html", "lang")),
    text,
    links: links.slice(0, MAX_LINKS),
    base: URL.parse(attribute("base", "href") ?? "", address)?.href ?? address,
    canonical: canonical?.attribs?.href?.slice(0, MAX_REFERENCE) ?? null,
    ...parseRobots(meta("robots"), meta("muster"), robots),
  };
}
