import type { Archive } from "../shared/archive.ts";
import { type BlockList, toOneLine } from "../shared/block-list.ts";
import { decodeText } from "../shared/decode-text.ts";
import { type Role, writeFlow } from "../shared/flow.ts";
import { findElement, getText, type MarkupNode, parseXml } from "../shared/markup.ts";
import { ParseError } from "../shared/parse-error.ts";
import { normalizePrefixes } from "../shared/xml-names.ts";

const skipped = new Set([
  "office:annotation",
  "office:forms",
  "office:automatic-styles",
  "office:font-face-decls",
  "text:tracked-changes",
  "text:sequence-decls",
  "table:covered-table-cell",
  "svg:title",
  "svg:desc",
]);

function findRole({ name = "", attribs = {} }: MarkupNode): Role {
  if (skipped.has(name)) return { is: "skip" };
  switch (name) {
    case "text:h":
      return { is: "heading", level: Math.min(6, Math.max(1, Number(attribs["text:outline-level"]) || 1)) };
    case "text:p":
      return { is: "block" };
    case "text:list":
      return { is: "list", ordered: false };
    case "text:list-item":
      return { is: "item" };
    case "table:table":
      return { is: "table" };
    case "table:table-row":
      return { is: "row" };
    case "table:table-cell": {
      const repeated = Number(attribs["table:number-columns-repeated"]) || 1;
      const spanned = Number(attribs["table:number-columns-spanned"]) || 1;
      return { is: "cell", columns: Math.max(repeated, spanned), repeats: repeated > 1 };
    }
    case "text:line-break":
      return { is: "line" };
    case "text:s":
    case "text:tab":
      return { is: "sign", text: " " };
    default:
      return { is: "inline" };
  }
}

export async function readOdt(archive: Archive, blocks: BlockList): Promise<string | null> {
  const manifest = archive.has("META-INF/manifest.xml") ? decodeText(await archive.bytes("META-INF/manifest.xml")) : "";
  if (manifest.includes("encryption-data"))
    throw new ParseError("protected", "This file is password-protected. Remove the password and upload it again.");
  const content = normalizePrefixes(parseXml(decodeText(await archive.bytes("content.xml"))));
  writeFlow(findElement(content, "office:text") ?? content, findRole, blocks);
  if (!archive.has("meta.xml")) return null;
  const title = findElement(parseXml(decodeText(await archive.bytes("meta.xml"))), "dc:title");
  return (title && toOneLine(getText(title))) || null;
}
