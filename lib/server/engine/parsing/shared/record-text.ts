/** Field names that usually hold a title, likeliest first. */
const TITLES = ["title", "name", "subject", "headline", "label", "heading", "display_name", "full_name", "summary"];
const LATER_TITLES = ["email", "slug", "code", "url", "domain"];
const MAX_TITLE = 200;
/** Maximum length of a title candidate. */
const MAX_LINE = 1_000;
const MAX_DEPTH = 6;
/** Maximum number of fields searched for a title. */
const MAX_FIELDS = 1_000;

const normalizeName = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .replace(/[\s-]+/g, "_");

const toLine = (value: unknown): string =>
  typeof value === "string" || typeof value === "number"
    ? String(value).slice(0, MAX_LINE).replace(/\s+/g, " ").trim()
    : "";

/** The likely title of a record, or null. */
export function guessTitle(data: Record<string, unknown>): string | null {
  const fields = Object.entries(data).slice(0, MAX_FIELDS);
  const entries = fields.map(([name, value]) => [normalizeName(name), toLine(value)] as const);
  const filled = entries.filter(([, value]) => value !== "");
  const exact = [...TITLES, ...LATER_TITLES].map((title) => filled.find(([name]) => name === title));
  const ending = TITLES.map((title) => filled.find(([name]) => name.endsWith(`_${title}`)));
  const found = exact.slice(0, TITLES.length).find(Boolean) ?? ending.find(Boolean) ?? exact.find(Boolean);
  return found ? found[1].slice(0, MAX_TITLE) : null;
}

const VALUES_IN_TITLE = 3;

/** A title from a record's first values, or null. */
export function toTitle(data: Record<string, unknown>): string | null {
  const values = Object.values(data)
    .map(toLine)
    .filter((value) => value !== "");
  return values.slice(0, VALUES_IN_TITLE).join(", ").slice(0, MAX_TITLE) || null;
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && value !== null && Object.keys(value).length === 0);

const isNested = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (!Array.isArray(value) || value.some(isNested));

function indentText(text: string, indent: string): string {
  return text.replace(/\r\n?/g, "\n").trim().replace(/\n/g, `\n${indent}`);
}

/** A field with its nested values, one per line; short lists stay on one line. */
function toLines(name: string, value: unknown, indent: string, depth: number): string[] {
  if (isEmpty(value)) return [];
  const inner = `${indent}  `;
  if (!isNested(value)) {
    const text = Array.isArray(value) ? value.filter((one) => !isEmpty(one)).join(", ") : String(value);
    return text === "" ? [] : [`${indent}${name}: ${indentText(text, inner)}`];
  }
  if (depth >= MAX_DEPTH) return [`${indent}${name}: ${JSON.stringify(value)}`];
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((one, index) => [String(index + 1), one])
    : Object.entries(value as Record<string, unknown>);
  const below = entries.flatMap(([key, one]) => toLines(key, one, inner, depth + 1));
  return below.length === 0 ? [] : [`${indent}${name}:`, ...below];
}

/** A record as searchable text: "field: value" lines, nested values indented, empty ones omitted. */
export const toRecordText = (data: Record<string, unknown>): string =>
  Object.entries(data)
    .flatMap(([name, value]) => toLines(name, value, "", 0))
    .join("\n");
