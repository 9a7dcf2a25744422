import { randomUUID } from "node:crypto";

/** Rich text and blocks as Notion answers them. */
export type Json = Record<string, unknown>;

export interface Block extends Json {
  id: string;
  children?: Block[];
}

export const rich = (text: string, href: string | null = null, code = false): Json => ({
  type: "text",
  plain_text: text,
  href,
  text: { content: text, link: href ? { url: href } : null },
  annotations: { bold: false, italic: false, strikethrough: false, underline: false, code, color: "default" },
});

export const block = (type: string, value: Json, children: Block[] = []): Block => ({
  object: "block",
  id: randomUUID(),
  type,
  [type]: value,
  has_children: children.length > 0,
  in_trash: false,
  archived: false,
  children,
});

export const words = (type: string, text: string, children: Block[] = [], more: Json = {}): Block =>
  block(type, { rich_text: [rich(text)], ...more }, children);

export const table = (rows: string[][], header: boolean): Block =>
  block(
    "table",
    { has_column_header: header, has_row_header: false, table_width: rows[0]?.length ?? 0 },
    rows.map((cells) => block("table_row", { cells: cells.map((cell) => [rich(cell)]) })),
  );
