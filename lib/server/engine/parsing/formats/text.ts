import type { BlockList } from "../shared/block-list.ts";

/** Plain text is one block; chunking splits it at empty lines. */
export function readPlainText(text: string, blocks: BlockList): null {
  blocks.add("text", text);
  return null;
}
