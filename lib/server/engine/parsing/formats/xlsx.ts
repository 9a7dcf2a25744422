import type { Archive } from "../shared/archive.ts";
import type { BlockList } from "../shared/block-list.ts";
import { listElements } from "../shared/markup.ts";
import { TableLines } from "../shared/table-text.ts";
import { readRelations, readXmlPart } from "../shared/xml-parts.ts";
import { readNumberKinds, readSharedStrings } from "./xlsx-parts/shared-parts.ts";
import { readRows } from "./xlsx-parts/sheet-rows.ts";

/** Lines above the table, such as a title, have fewer cells than the table. */
function findHeaderRow(rows: readonly string[][]): number {
  const filled = rows.slice(0, 20).map((row) => row.filter((cell) => cell.trim()).length);
  const widest = Math.max(0, ...filled);
  return widest < 2 ? 0 : filled.findIndex((count) => count > 1);
}

function writeSheet(rows: readonly string[][], blocks: BlockList): void {
  const start = findHeaderRow(rows);
  for (const row of rows.slice(0, start)) blocks.add("text", row.filter((cell) => cell.trim()).join(" "));
  const [header, ...rest] = rows.slice(start);
  if (!header) return;
  const width = rows.reduce((most, row) => Math.max(most, row.length), 0);
  const table = new TableLines([...header, ...Array<string>(width - header.length).fill("")]);
  for (const row of rest) table.add(row);
  blocks.add("table", table.text);
}

interface Sheet {
  name: string;
  part: string;
}

interface Workbook {
  sheets: Sheet[];
  from1904: boolean;
  /** The first part of this type, if there is one. */
  findPart: (type: string) => string | undefined;
}

/** The sheets with cells, in the order of their tabs: one of nothing but a chart has none. */
async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = [...(await readRelations(archive, "")).values()].find(({ type }) => type === "officeDocument")?.target;
  const part = main ?? "xl/workbook.xml";
  const relations = await readRelations(archive, part);
  const sheets: Sheet[] = [];
  let from1904 = false;
  for (const { name = "", attribs = {} } of listElements(await readXmlPart(archive, part))) {
    if (/^(\w+:)?workbookPr$/.test(name)) from1904 = /^(1|true)$/.test(attribs.date1904 ?? "");
    const relation = /^(\w+:)?sheet$/.test(name) ? relations.get(attribs["r:id"] ?? "") : undefined;
    if (relation?.type === "worksheet") sheets.push({ name: attribs.name ?? "", part: relation.target });
  }
  const findPart = (type: string) =>
    [...relations.values()].find((relation) => relation.type === type && archive.has(relation.target))?.target;
  return { sheets, from1904, findPart };
}

/** Each sheet: its name as heading, its rows as a table. */
export async function readXlsx(archive: Archive, blocks: BlockList): Promise<null> {
  const { sheets, from1904, findPart } = await readWorkbook(archive);
  const [texts, styles] = [findPart("sharedStrings"), findPart("styles")];
  const strings = texts ? await readSharedStrings(archive, texts) : [];
  const kinds = styles ? await readNumberKinds(archive, styles) : [];
  for (const { name, part } of sheets) {
    const rows = await readRows(archive, part, { strings, kinds, from1904 });
    if (rows.length === 0) continue;
    if (name.trim()) blocks.add("heading", name, { level: 1 });
    writeSheet(rows, blocks);
  }
  return null;
}
