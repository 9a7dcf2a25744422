import { promptMaxBytes } from "../../../../../constants/limits.ts";
import { toVisible } from "../../../../../contract/base/visible.ts";

/** Room for what is added to a prompt. */
const maxPromptBytes = promptMaxBytes - 4_096;
const bytes = (text: string): number => Buffer.byteLength(text);

/** A text that can be stored. */
export const clean = (text: string): string => text.toWellFormed().replaceAll("\0", "");

/** A prompt within its limit, which is given in bytes. */
export function clipPrompt(text: string): string {
  const own = clean(text).trim();
  if (bytes(own) <= maxPromptBytes) return own;
  return `${Buffer.from(own).subarray(0, maxPromptBytes).toString("utf8").toWellFormed().replaceAll("\ufffd", "")}…`;
}

/** Whether a text is longer than a prompt can be. */
export const isTooLong = (text: string): boolean => bytes(text) > maxPromptBytes;

/** A line of at most `max` characters. */
export function clipLine(text: string, max: number): string {
  const line = toVisible(clean(text));
  return line.length > max
    ? `${line
        .slice(0, max - 1)
        .toWellFormed()
        .replaceAll("\ufffd", "")}…`
    : line;
}

/** A text of at most `max` characters. */
export const clipText = (text: string, max: number): string => clean(text).trim().slice(0, max).toWellFormed();

/** A description within its limit. */
export const clipDescription = (text: string): string => clipText(text, 1_900);

/** A name that prompts can have in braces. */
export function toVariableName(text: string, reserved: readonly string[]): string {
  const words = clipLine(text, 90)
    .split(/[\s{}]/)
    .filter(Boolean);
  const name = words.join("_") || "value";
  return reserved.includes(name) ? `${name}_value` : name;
}

/** Replaces what stands between two marks, such as `{{` and `}}`. Undefined keeps it. Linear in the text's length. */
export function replaceMarked(
  text: string,
  [open, close]: readonly [string, string],
  replace: (inside: string) => string | undefined,
): string {
  const out: string[] = [];
  let at = 0;
  for (;;) {
    const start = text.indexOf(open, at);
    const end = start < 0 ? -1 : text.indexOf(close, start + open.length);
    if (start < 0 || end < 0) return [...out, text.slice(at)].join("");
    const inside = text.slice(start + open.length, end);
    const inner = inside.lastIndexOf(open);
    const from = inner < 0 ? start : start + open.length + inner;
    const own = inner < 0 ? inside : inside.slice(inner + open.length);
    out.push(text.slice(at, from), replace(own.trim()) ?? `${open}${own}${close}`);
    at = end + close.length;
  }
}

const entities: [string, string][] = [
  ["&nbsp;", " "],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&#39;", "'"],
  ["&amp;", "&"],
];
const blocks = new Set(["p", "br", "br/", "/p", "/li", "/h1", "/h2", "/h3", "/div", "/pre", "/ul", "/ol"]);

/** The text of an editor's HTML; other text unchanged. */
export function htmlToText(html: string): string {
  if (!/<(?:p|span|ul|ol|h[1-6]|pre)[\s>]/.test(html)) return html;
  const out: string[] = [];
  let at = 0;
  for (;;) {
    const start = html.indexOf("<", at);
    const end = start < 0 ? -1 : html.indexOf(">", start);
    if (start < 0 || end < 0) break;
    const name =
      html
        .slice(start + 1, end)
        .split(" ", 1)[0]
        ?.toLowerCase() ?? "";
    const isTag = /^\/?[a-z][a-z0-9]{0,9}\/?$/.test(name);
    out.push(html.slice(at, isTag ? start : end + 1));
    if (isTag && blocks.has(name) && name !== "p") out.push("\n");
    if (isTag && name === "li") out.push("- ");
    at = end + 1;
  }
  out.push(html.slice(at));
  return entities.reduce((text, [from, to]) => text.replaceAll(from, to), out.join("")).trim();
}
