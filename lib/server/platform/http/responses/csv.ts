/** Spreadsheets interpret these as the start of a formula, some of them in full width too. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: unknown): string {
  if (typeof value === "number") return String(value);
  const text = String(value ?? "");
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line of RFC 4180 text; formulas are escaped. */
export const toCsvLine = (values: readonly unknown[]): string => `${values.map(cell).join(",")}\r\n`;

/** Rows below a header line. */
export function toCsv<T extends object>(columns: readonly (keyof T & string)[], rows: readonly T[]): string {
  return [columns, ...rows.map((row) => columns.map((name) => row[name]))].map(toCsvLine).join("");
}
