import { type BlockObjectResponse, type Client, isFullBlock } from "@notionhq/client";
import { renderBlock, toMarkdownTable } from "./block-text";
import { isMissing } from "./client";

const MAX_DEPTH = 12;
/** Per page. A longer page is truncated, and its text says so. */
const MAX_BLOCKS = 5_000;
const SEPARATE_DOCUMENTS = new Set(["child_page", "child_database"]);
/** Blocks without text of their own. */
const CONTAINERS = new Set(["column_list", "column", "synced_block", "tab", "template", "transcription"]);
const LISTS = new Set(["bulleted_list_item", "numbered_list_item", "to_do", "toggle"]);

interface Budget {
  blocks: number;
}

/** The children of a block; blocks that are not shared with the integration count as missing. */
async function* listChildren(notion: Client, id: string, budget: Budget): AsyncGenerator<BlockObjectResponse> {
  let cursor: string | undefined;
  do {
    const page = await notion.blocks.children
      .list({ block_id: id, page_size: 100, ...(cursor ? { start_cursor: cursor } : {}) })
      .catch((error: unknown) => {
        if (isMissing(error)) return null;
        throw error;
      });
    if (!page) return;
    for (const block of page.results) {
      budget.blocks -= 1;
      if (budget.blocks < 0) return;
      if (isFullBlock(block)) yield block;
    }
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
}

const indent = (text: string): string => text.replace(/^(?=.)/gm, "  ");

async function renderTable(notion: Client, id: string, header: boolean, budget: Budget): Promise<string> {
  const rows: BlockObjectResponse[] = [];
  for await (const row of listChildren(notion, id, budget)) rows.push(row);
  return toMarkdownTable(rows, header);
}

async function renderChildren(notion: Client, id: string, depth: number, budget: Budget): Promise<string> {
  const parts: string[] = [];
  let previousType = "";
  let number = 0;
  for await (const block of listChildren(notion, id, budget)) {
    number = block.type === "numbered_list_item" ? number + 1 : 0;
    const ownText =
      block.type === "table"
        ? await renderTable(notion, block.id, block.table.has_column_header, budget)
        : renderBlock(block, number);
    const hasNested =
      block.has_children && block.type !== "table" && !SEPARATE_DOCUMENTS.has(block.type) && depth < MAX_DEPTH;
    const nestedText = hasNested ? await renderChildren(notion, block.id, depth + 1, budget) : "";
    const text = LISTS.has(block.type)
      ? [ownText, indent(nestedText)].filter(Boolean).join("\n")
      : [CONTAINERS.has(block.type) ? "" : ownText, nestedText].filter(Boolean).join("\n\n");
    if (!text) continue;
    if (parts.length > 0) parts.push(LISTS.has(block.type) && previousType === block.type ? "\n" : "\n\n");
    parts.push(text);
    previousType = block.type;
  }
  return parts.join("");
}

/** The text of a page as Markdown with headings, lists and tables. Subpages are separate documents. */
export async function renderPage(notion: Client, pageId: string): Promise<string> {
  const budget = { blocks: MAX_BLOCKS };
  const text = await renderChildren(notion, pageId, 0, budget);
  return budget.blocks < 0
    ? `${text}\n\n(The rest of this page was omitted: it has more than ${MAX_BLOCKS.toLocaleString("en")} blocks.)`
    : text;
}
