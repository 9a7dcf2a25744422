type BlockKind = "heading" | "text" | "table" | "list" | "code";

export interface Block {
  kind: BlockKind;
  /** A table is Markdown: header row, delimiter row, one line per row. */
  text: string;
  /** Heading level, 1 to 6. */
  level?: number;
  /** From 1; only for files with pages or slides. */
  page?: number;
}

export interface Parsed {
  title: string | null;
  blocks: Block[];
  pages?: number;
}

/** Separates blocks in a file's text. */
export const blockGap = "\n\n";

/** The text that chunk positions refer to. */
export const joinBlocks = ({ blocks }: Pick<Parsed, "blocks">): string => blocks.map(({ text }) => text).join(blockGap);
