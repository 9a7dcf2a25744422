import type { BlockList } from "../block-list.ts";

/** Plain text is one block: where to part it is seen at its empty lines. */
export function readPlainText(text: string, blocks: BlockList): null {
  blocks.add("text", text);
  return null;
}
