import { posix } from "node:path";
import type { Archive } from "./archive.ts";
import { decodeText } from "./decode-text.ts";
import { listElements, type MarkupNode, parseXml } from "./markup.ts";
import { normalizePrefixes } from "./xml-names.ts";

export const readXmlPart = async (archive: Archive, name: string): Promise<MarkupNode> =>
  normalizePrefixes(parseXml(decodeText(await archive.bytes(name))));

interface Relation {
  type: string;
  target: string;
}

/** A part's relationships by id. */
export async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const name = `${posix.dirname(part)}/_rels/${posix.basename(part)}.rels`;
  const found = new Map<string, Relation>();
  if (!archive.has(name)) return found;
  for (const { name: tag, attribs: { Id = "", Type = "", Target = "" } = {} } of listElements(
    await readXmlPart(archive, name),
  )) {
    const target = Target.startsWith("/") ? Target.slice(1) : posix.join(posix.dirname(part), Target);
    if (tag === "Relationship") found.set(Id, { type: Type.split("/").at(-1) ?? "", target });
  }
  return found;
}
