import { isRecord } from "@/lib/utils/json/is-object";

const lineEnds = /\r\n|[\n\r\f\v\u0085\u2028\u2029]/;
/** Of one comment. */
const maxLines = 2_000;

/** A text as lines of comments: whatever it contains, none of it is outside of them. */
export function toComment(mark: "//" | "#", text: string): string {
  const lines = text.toWellFormed().replaceAll("\0", "").split(lineEnds);
  const kept = lines.length > maxLines ? [...lines.slice(0, maxLines), "… (cut off)"] : lines;
  return kept.map((line) => `${mark} ${line}`.trimEnd()).join("\n");
}

/** JSON, also for readers of older JavaScript: these ended its lines. */
export const toJson = (value: unknown, indent?: number): string =>
  JSON.stringify(value, null, indent).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");

/** A string literal of JSON, Python and TypeScript. */
export const toText = (text: string): string => toJson(text);

/** A property's name in TypeScript. As a plain property, `__proto__` would set the prototype. */
const toProperty = (name: string): string => (name === "__proto__" ? '["__proto__"]' : toText(name));

/** A value as a literal of TypeScript, indented by `indent`. */
export function toLiteral(value: unknown, indent = ""): string {
  const inner = `${indent}  `;
  if (typeof value === "string") return toText(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return "[]";
    return `[\n${value.map((one) => `${inner}${toLiteral(one, inner)},`).join("\n")}\n${indent}]`;
  }
  if (!isRecord(value)) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  if (entries.length === 0) return "{}";
  return `{\n${entries.map(([name, one]) => `${inner}${toProperty(name)}: ${toLiteral(one, inner)},`).join("\n")}\n${indent}}`;
}
