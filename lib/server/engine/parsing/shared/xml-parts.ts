import { posix } from "node:path";
import iconv from "iconv-lite";
import { SaxesParser } from "saxes";
import type { Archive } from "./archive.ts";
import { decodeText, detectEncoding } from "./decode-text.ts";
import { listElements, type MarkupNode, parseXml } from "./markup.ts";
import { ParseError } from "./parse-error.ts";
import { normalizePrefixes } from "./xml-names.ts";

export const readXmlPart = async (archive: Archive, name: string): Promise<MarkupNode> =>
  normalizePrefixes(parseXml(decodeText(await archive.bytes(name))));

interface Relation {
  type: string;
  target: string;
}

/** A part's relationships by id; "": the archive's. */
export async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const name = posix.join(posix.dirname(part), "_rels", `${posix.basename(part)}.rels`);
  const found = new Map<string, Relation>();
  if (!archive.has(name)) return found;
  for (const { name: tag, attribs: { Id = "", Type = "", Target = "" } = {} } of listElements(
    await readXmlPart(archive, name),
  )) {
    const target = Target.startsWith("/") ? Target.slice(1) : posix.join("/", posix.dirname(part), Target).slice(1);
    if (tag === "Relationship") found.set(Id, { type: Type.split("/").at(-1) ?? "", target });
  }
  return found;
}

/** What a scan calls, in document order. Names of elements come without their prefix, texts decoded. */
interface XmlHandler {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const toLocalName = (name: string): string => name.slice(name.indexOf(":") + 1);

/** Passes over small mistakes of writers. Elements that are not closed at the end mean that something is missing. */
class LenientParser extends SaxesParser<{ position: false; xmlns: false }> {
  ended = false;

  override fail(): this {
    if (this.ended) throw new ParseError("damaged", "Part of this file is incomplete. Save it again.");
    return this;
  }
}

/** Reads a part of an archive without keeping it in memory, neither its bytes nor its tree. */
export async function scanXml(archive: Archive, name: string, { open, text, close }: XmlHandler): Promise<void> {
  const parser = new LenientParser({ position: false, xmlns: false });
  if (open) parser.on("opentag", (tag) => open(toLocalName(tag.name), tag.attributes));
  if (close) parser.on("closetag", (tag) => close(toLocalName(tag.name)));
  if (text) for (const event of ["text", "cdata"] as const) parser.on(event, text);
  let decoder: iconv.DecoderStream | undefined;
  for await (const bytes of archive.read(name)) {
    decoder ??= iconv.getDecoder(detectEncoding(bytes));
    parser.write(decoder.write(bytes));
  }
  parser.write(decoder?.end() ?? "");
  parser.ended = true;
  parser.close();
}
