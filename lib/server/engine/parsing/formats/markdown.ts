import { type BlockList, cleanText, toOneLine } from "../shared/block-list.ts";
import type { Block } from "../shared/parsed.ts";

const fence = /^ {0,3}(`{3,}|~{3,})/;
const atx = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/s;
const item = /^\s{0,12}(?:[-*+]|\d{1,9}[.)])\s/;

/** A table's delimiter row. */
function isDelimiterRow(line = ""): boolean {
  const cells = line.trim().split("|");
  if (cells[0] === "") cells.shift();
  if (cells.at(-1) === "") cells.pop();
  return cells.length > 0 && cells.every((cell) => /^:?-+:?$/.test(cell.trim()));
}

/** YAML front matter; returns its title and where the text starts. */
function parseFrontMatter(lines: readonly string[]): { title: string | null; start: number } {
  if (lines[0]?.trimEnd() !== "---") return { title: null, start: 0 };
  const end = lines.findIndex((line, i) => i > 0 && i < 200 && line.trimEnd() === "---");
  if (end < 0) return { title: null, start: 0 };
  const title = lines
    .slice(1, end)
    .find((line) => line.startsWith("title:"))
    ?.slice(6);
  return { title: (title && toOneLine(title.trim().replace(/^(["'])(.*)\1$/, "$2"))) || null, start: end + 1 };
}

/** The kind and end of the run of lines that starts here. */
function findRun(lines: readonly string[], start: number): { kind: Block["kind"]; end: number } {
  const first = lines[start] ?? "";
  const mark = fence.exec(first)?.[1];
  if (mark) {
    let end = start + 1;
    while (end < lines.length && !(lines[end] ?? "").trim().startsWith(mark)) end += 1;
    return { kind: "code", end: Math.min(end + 1, lines.length) };
  }
  if (first.includes("|") && isDelimiterRow(lines[start + 1])) {
    let end = start + 2;
    while (lines[end]?.includes("|")) end += 1;
    return { kind: "table", end };
  }
  const kind = item.test(first) ? "list" : "text";
  let end = start + 1;
  while (end < lines.length && !startsOtherRun(lines, end, kind)) end += 1;
  return { kind, end };
}

function startsOtherRun(lines: readonly string[], at: number, kind: "list" | "text"): boolean {
  const line = lines[at] ?? "";
  if (fence.test(line) || atx.test(line)) return true;
  if (line.includes("|") && isDelimiterRow(lines[at + 1])) return true;
  if (/^ {0,3}(=+|-+)\s*$/.test(lines[at + 1] ?? "") && line.trim() && !line.includes("|")) return true;
  const afterGap = !lines[at - 1]?.trim();
  if (kind === "text") return item.test(line) && afterGap;
  return afterGap && line.trim() !== "" && !item.test(line) && !/^\s/.test(line);
}

/** Reads Markdown into blocks, syntax included; returns its title. */
export function readMarkdown(text: string, blocks: BlockList): string | null {
  const lines = cleanText(text).split("\n");
  const { title, start } = parseFrontMatter(lines);
  let first: string | null = null;
  for (let at = start; at < lines.length; ) {
    const line = lines[at] ?? "";
    const heading = atx.exec(line);
    const under = /^ {0,3}(=+|-+)\s*$/.exec(lines[at + 1] ?? "")?.[1];
    if (!line.trim()) at += 1;
    else if (heading || (under && !fence.test(line) && !item.test(line) && !line.includes("|"))) {
      const words = heading ? (heading[2] ?? "").replace(/[ \t]#+[ \t]*$/, "") : line;
      const level = heading ? (heading[1]?.length ?? 1) : under?.startsWith("=") ? 1 : 2;
      blocks.add("heading", words, { level });
      if (level === 1) first ??= toOneLine(words);
      at += heading ? 1 : 2;
    } else {
      const { kind, end } = findRun(lines, at);
      blocks.add(kind, lines.slice(at, end).join("\n"));
      at = end;
    }
  }
  return title ?? first;
}
