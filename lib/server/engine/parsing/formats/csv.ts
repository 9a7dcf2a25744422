import { parse } from "csv-parse/sync";
import type { BlockList } from "../shared/block-list.ts";
import { TableLines } from "../shared/table-text.ts";

/** An unclosed quote would otherwise consume the rest of the file. */
const maxRecord = 1024 * 1024;

/** Excel's delimiter line. */
const named = /^sep=(.)\r?\n/;

/** The most frequent delimiter of the first lines, outside quotes. */
function detectDelimiter(text: string): string {
  const declared = named.exec(text)?.[1];
  if (declared) return declared;
  const head = text
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, "")
    .split("\n")
    .slice(0, 10)
    .join("\n");
  const counts = [",", ";", "\t", "|"].map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.reduce((best, each) => (each.count > best.count ? each : best)).sign;
}

function toTable(text: string, delimiter: string, quote: string | false): string {
  let table: TableLines | undefined;
  parse(text, {
    delimiter,
    quote,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRecord,
    on_record: (record: string[]) => {
      if (table) table.add(record);
      else table = new TableLines(record);
      return null;
    },
  });
  return table?.text ?? "";
}

/** Reads rows into one table, whose header is the first row. Unbalanced quotes are literal. */
export function readCsv(text: string, blocks: BlockList, delimiter = detectDelimiter(text)): null {
  const rows = text.replace(named, "");
  try {
    blocks.add("table", toTable(rows, delimiter, '"'));
  } catch (error) {
    if (!(error instanceof Error && "code" in error && String(error.code).startsWith("CSV_"))) throw error;
    blocks.add("table", toTable(rows, delimiter, false));
  }
  return null;
}
