import { CsvError, parse } from "csv-parse/sync";
import { type Drafts, ImportProblem, maxDrafts } from "./draft.ts";
import { toChecks } from "./expectation.ts";

/** An unclosed quote would otherwise consume the rest of the file. */
const maxRecord = 256 * 1024;

interface Row {
  record: string[];
  /** The line in which it ends. */
  line: number;
}

function parseRows(text: string): Row[] {
  const rows: Row[] = [];
  try {
    parse(text, {
      relax_column_count: true,
      skip_empty_lines: true,
      max_record_size: maxRecord,
      to: maxDrafts + 2,
      on_record: (record: string[], { lines }) => {
        rows.push({ record, line: lines });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const line = "lines" in error && typeof error.lines === "number" ? `Line ${error.lines}: ` : "";
    if (error.code === "CSV_MAX_RECORD_SIZE")
      throw new ImportProblem(`${line}a row is too long, or a quote isn't closed.`);
    throw new ImportProblem(`${line}the row isn't valid CSV. Check its quotes.`);
  }
}

/** Rows below a header with `input`, and `output` or `expected`. */
export function readCsv(text: string, drafts: Drafts): void {
  const [header, ...rows] = parseRows(text);
  const names = (header?.record ?? []).map((name) => name.trim().toLowerCase());
  const [input, expected] = [
    names.indexOf("input"),
    names.findIndex((name) => name === "expected" || name === "output"),
  ];
  if (input === -1) throw new ImportProblem("Line 1: add a header row with the columns “input” and “output”.");
  const others = names.filter((name, i) => name && i !== input && i !== expected).slice(0, 10);
  if (others.length > 0)
    drafts.note(`Other columns were skipped: ${others.map((name) => name.slice(0, 50)).join(", ")}.`);
  for (const { record, line } of rows) {
    const place = `line ${line}`;
    const asked = record[input]?.trim() ?? "";
    if (asked === "") drafts.note(`The row that ends at ${place} has no input and was skipped.`);
    else drafts.add({ place, input: asked, checks: toChecks(record[expected], place, drafts) });
  }
}
