import type { BlockObjectResponse } from "@notionhq/client";
import { markdownOf, plainOf } from "./rich-text";

type Texts = Parameters<typeof markdownOf>[0];

/** A fence longer than any in the code. */
function fenced(code: string, language: string): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((fence) => fence.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language === "plain text" ? "" : language}\n${code}\n${fence}`;
}

/** The caption or name of a media block. File URLs are omitted, because they expire. */
function media(kind: string, { caption, name }: { caption?: Texts; name?: string }): string {
  const words = plainOf(caption ?? []).trim() || name || "";
  return words ? `[${kind}: ${words}]` : "";
}

const linked = (url: string, caption: Texts): string => [plainOf(caption), url].filter(Boolean).join(": ");
const heading = (level: number, texts: Texts): string => {
  const text = plainOf(texts).replace(/\s+/g, " ").trim();
  return text ? `${"#".repeat(level)} ${text}` : "";
};

/** One block without its children. */
export function renderBlock(block: BlockObjectResponse, number: number): string {
  switch (block.type) {
    case "paragraph":
      return markdownOf(block.paragraph.rich_text);
    case "heading_1":
      return heading(1, block.heading_1.rich_text);
    case "heading_2":
      return heading(2, block.heading_2.rich_text);
    case "heading_3":
      return heading(3, block.heading_3.rich_text);
    case "heading_4":
      return heading(4, block.heading_4.rich_text);
    case "bulleted_list_item":
      return `- ${markdownOf(block.bulleted_list_item.rich_text)}`;
    case "numbered_list_item":
      return `${number}. ${markdownOf(block.numbered_list_item.rich_text)}`;
    case "to_do":
      return `- [${block.to_do.checked ? "x" : " "}] ${markdownOf(block.to_do.rich_text)}`;
    case "toggle":
      return `- ${markdownOf(block.toggle.rich_text)}`;
    case "quote":
      return markdownOf(block.quote.rich_text).replace(/^/gm, "> ");
    case "callout":
      return markdownOf(block.callout.rich_text).replace(/^/gm, "> ");
    case "code":
      return fenced(plainOf(block.code.rich_text), block.code.language);
    case "equation":
      return `$$${block.equation.expression}$$`;
    case "divider":
      return "---";
    case "child_page":
      return `[Page: ${block.child_page.title}]`;
    case "child_database":
      return `[Database: ${block.child_database.title}]`;
    case "bookmark":
      return linked(block.bookmark.url, block.bookmark.caption);
    case "embed":
      return linked(block.embed.url, block.embed.caption);
    case "link_preview":
      return block.link_preview.url;
    case "image":
      return media("Image", block.image);
    case "video":
      return media("Video", block.video);
    case "audio":
      return media("Audio", block.audio);
    case "pdf":
      return media("PDF", block.pdf);
    case "file":
      return media("File", block.file);
    default:
      return "";
  }
}

const cellText = (cell: Texts): string => markdownOf(cell).replace(/\s+/g, " ").replaceAll("|", "\\|").trim();

/** Rows of a table. Markdown requires a header, so tables without one get an empty header. */
export function tableMarkdown(rows: readonly BlockObjectResponse[], header: boolean): string {
  const cells = rows.flatMap((row) => (row.type === "table_row" ? [row.table_row.cells.map(cellText)] : []));
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (width === 0) return "";
  const line = (row: string[]): string => `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
  const [first = [], ...rest] = header ? cells : [[], ...cells];
  return [line(first), line(Array.from({ length: width }, () => "---")), ...rest.map(line)].join("\n");
}
