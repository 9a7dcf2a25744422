import { type BlockObjectResponse, type Client, isFullBlock } from "@notionhq/client";
import { renderBlock, tableMarkdown } from "./block-text";
import { isMissing } from "./client";

const MAX_DEPTH = 12;
/** Per page. A longer page is truncated, and its text says so. */
const MAX_BLOCKS = 5_000;
const OWN_DOCUMENTS = new Set(["child_page", "child_database"]);
/** Blocks without text of their own. */
const HOLDERS = new Set(["column_list", "column", "synced_block", "tab", "template", "transcription"]);
const LISTS = new Set(["bulleted_list_item", "numbered_list_item", "to_do", "toggle"]);

interface Budget {
  blocks: number;
}

/** The children of a block; blocks that are not shared with the integration count as missing. */
async function* childrenOf(notion: Client, id: string, budget: Budget): AsyncGenerator<BlockObjectResponse> {
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

const indented = (text: string): string => text.replace(/^(?=.)/gm, "  ");

async function tableOf(notion: Client, id: string, header: boolean, budget: Budget): Promise<string> {
  const rows: BlockObjectResponse[] = [];
  for await (const row of childrenOf(notion, id, budget)) rows.push(row);
  return tableMarkdown(rows, header);
}

async function textBelow(notion: Client, id: string, depth: number, budget: Budget): Promise<string> {
  const parts: string[] = [];
  let before = "";
  let number = 0;
  for await (const block of childrenOf(notion, id, budget)) {
    number = block.type === "numbered_list_item" ? number + 1 : 0;
    const own =
      block.type === "table"
        ? await tableOf(notion, block.id, block.table.has_column_header, budget)
        : renderBlock(block, number);
    const deeper = block.has_children && block.type !== "table" && !OWN_DOCUMENTS.has(block.type) && depth < MAX_DEPTH;
    const below = deeper ? await textBelow(notion, block.id, depth + 1, budget) : "";
    const text = LISTS.has(block.type)
      ? [own, indented(below)].filter(Boolean).join("\n")
      : [HOLDERS.has(block.type) ? "" : own, below].filter(Boolean).join("\n\n");
    if (!text) continue;
    if (parts.length > 0) parts.push(LISTS.has(block.type) && before === block.type ? "\n" : "\n\n");
    parts.push(text);
    before = block.type;
  }
  return parts.join("");
}

/** The text of a page as Markdown with headings, lists and tables. Subpages are separate documents. */
export async function pageText(notion: Client, pageId: string): Promise<string> {
  const budget = { blocks: MAX_BLOCKS };
  const text = await textBelow(notion, pageId, 0, budget);
  return budget.blocks < 0
    ? `${text}\n\n(The rest of this page was left out: it has more than ${MAX_BLOCKS} blocks.)`
    : text;
}
