import { isObject } from "@/lib/utils/json/is-object";
import type { ArgumentPlace } from "../openapi/operation";
import { ToolError } from "../shared/tool-error";

const separators: Record<ArgumentPlace["style"], string> = {
  simple: ",",
  form: ",",
  spaceDelimited: " ",
  pipeDelimited: "|",
  tabDelimited: "\t",
  deepObject: ",",
};

export const toPlainText = (value: unknown): string =>
  typeof value === "string" ? value : isObject(value) ? JSON.stringify(value) : String(value ?? "");

/** Serializes a value for a path, header or cookie. */
export function serializeText(value: unknown, { json, explode, style }: ArgumentPlace): string {
  if (json) return JSON.stringify(value);
  if (Array.isArray(value)) return value.map(toPlainText).join(separators[style]);
  if (!isObject(value)) return toPlainText(value);
  const pairs = Object.entries(value).map(([name, inner]) => [name, toPlainText(inner)]);
  return explode ? pairs.map((pair) => pair.join("=")).join(",") : pairs.flat().join(",");
}

/** The query parameters of a value. */
export function serializePairs(value: unknown, place: ArgumentPlace): [name: string, value: string][] {
  const { name, style, explode, json } = place;
  if (json || !isObject(value)) return [[name, serializeText(value, place)]];
  if (Array.isArray(value))
    return explode ? value.map((one) => [name, toPlainText(one)]) : [[name, serializeText(value, place)]];
  if (style === "deepObject")
    return Object.entries(value).map(([key, inner]) => [`${name}[${key}]`, toPlainText(inner)]);
  return explode
    ? Object.entries(value).map(([key, inner]) => [key, toPlainText(inner)])
    : [[name, serializeText(value, place)]];
}

/** A valid header value. */
export function toHeaderValue(name: string, value: string): string {
  if (/^[\t\u0020-\u007e\u0080-\u00ff]*$/.test(value)) return value;
  throw new ToolError(`The value of the “${name}” header must be a single line of ASCII text.`);
}
