export type BlockKind = "heading" | "text" | "table" | "list" | "code";

export interface Block {
  kind: BlockKind;
  /** A table is markdown: its header, the line of dashes, one line a row. */
  text: string;
  /** Of a heading: 1 is the highest, 6 the lowest. */
  level?: number;
  /** From 1; only where the file has pages or slides. */
  page?: number;
}

export interface Parsed {
  title: string | null;
  blocks: Block[];
  pages?: number;
}

/** What stands between two blocks in the text of a file. */
export const blockGap = "\n\n";

/** The text that positions of chunks are counted in. */
export const parsedText = ({ blocks }: Pick<Parsed, "blocks">): string => blocks.map(({ text }) => text).join(blockGap);
