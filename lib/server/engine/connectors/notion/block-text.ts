import type { BlockObjectResponse } from "@notionhq/client";
import { toMarkdown, toPlainText } from "./rich-text";

type Texts = Parameters<typeof toMarkdown>[0];

/** A fence longer than any in the code. */
function toCodeBlock(code: string, language: string): string {
  const longestFence = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map((fence) => fence.length));
  const fence = "`".repeat(longestFence + 1);
  return `${fence}${language === "plain text" ? "" : language}\n${code}\n${fence}`;
}

/** The caption or name of a media block. File URLs are omitted, because they expire. */
function formatMedia(kind: string, { caption, name }: { caption?: Texts; name?: string }): string {
  const label = toPlainText(caption ?? []).trim() || name || "";
  return label ? `[${kind}: ${label}]` : "";
}

const formatLink = (url: string, caption: Texts): string => [toPlainText(caption), url].filter(Boolean).join(": ");
const formatHeading = (level: number, texts: Texts): string => {
  const text = toPlainText(texts).replace(/\s+/g, " ").trim();
  return text ? `${"#".repeat(level)} ${text}` : "";
};

/** One block without its children. */
export function renderBlock(block: BlockObjectResponse, number: number): string {
  switch (block.type) {
    case "paragraph":
      return toMarkdown(block.paragraph.rich_text);
    case "heading_1":
      return formatHeading(1, block.heading_1.rich_text);
    case "heading_2":
      return formatHeading(2, block.heading_2.rich_text);
    case "heading_3":
      return formatHeading(3, block.heading_3.rich_text);
    case "heading_4":
      return formatHeading(4, block.heading_4.rich_text);
    case "bulleted_list_item":
      return `- ${toMarkdown(block.bulleted_list_item.rich_text)}`;
    case "numbered_list_item":
      return `${number}. ${toMarkdown(block.numbered_list_item.rich_text)}`;
    case "to_do":
      return `- [${block.to_do.checked ? "x" : " "}] ${toMarkdown(block.to_do.rich_text)}`;
    case "toggle":
      return `- ${toMarkdown(block.toggle.rich_text)}`;
    case "quote":
      return toMarkdown(block.quote.rich_text).replace(/^/gm, "> ");
    case "callout":
      return toMarkdown(block.callout.rich_text).replace(/^/gm, "> ");
    case "code":
      return toCodeBlock(toPlainText(block.code.rich_text), block.code.language);
    case "equation":
      return `$$${block.equation.expression}$$`;
    case "divider":
      return "---";
    case "child_page":
      return `[Page: ${block.child_page.title}]`;
    case "child_database":
      return `[Database: ${block.child_database.title}]`;
    case "bookmark":
      return formatLink(block.bookmark.url, block.bookmark.caption);
    case "embed":
      return formatLink(block.embed.url, block.embed.caption);
    case "link_preview":
      return block.link_preview.url;
    case "image":
      return formatMedia("Image", block.image);
    case "video":
      return formatMedia("Video", block.video);
    case "audio":
      return formatMedia("Audio", block.audio);
    case "pdf":
      return formatMedia("PDF", block.pdf);
    case "file":
      return formatMedia("File", block.file);
    default:
      return "";
  }
}

const formatCell = (cell: Texts): string => toMarkdown(cell).replace(/\s+/g, " ").replaceAll("|", "\\|").trim();

/** Rows of a table. Markdown requires a header, so tables without one get an empty header. */
export function toMarkdownTable(rows: readonly BlockObjectResponse[], header: boolean): string {
  const cells = rows.flatMap((row) => (row.type === "table_row" ? [row.table_row.cells.map(formatCell)] : []));
  const width = Math.max(0, ...cells.map((row) => row.length));
  if (width === 0) return "";
  const formatRow = (row: string[]): string =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? "").join(" | ")} |`;
  const [first = [], ...rest] = header ? cells : [[], ...cells];
  return [formatRow(first), formatRow(Array.from({ length: width }, () => "---")), ...rest.map(formatRow)].join("\n");
}
