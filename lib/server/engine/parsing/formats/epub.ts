import { posix } from "node:path";
import type { Archive } from "../shared/archive.ts";
import { type BlockList, toOneLine } from "../shared/block-list.ts";
import { decodeText } from "../shared/decode-text.ts";
import { findElement, getText, listElements, parseXml } from "../shared/markup.ts";
import { ParseError } from "../shared/parse-error.ts";
import { readHtml } from "./html.ts";

const local = (name = ""): string => name.replace(/^.*:/, "");

/** A path in the package from its URL reference. */
function resolvePart(folder: string, href: string): string {
  const [path = ""] = href.split("#");
  try {
    return posix.join(folder, decodeURIComponent(path));
  } catch {
    return posix.join(folder, path);
  }
}

async function assertUnlocked(archive: Archive, parts: readonly string[]): Promise<void> {
  const name = "META-INF/encryption.xml";
  if (!archive.has(name)) return;
  const locked = new Set<string>();
  for (const { name: tag, attribs } of listElements(parseXml(decodeText(await archive.bytes(name)))))
    if (local(tag) === "CipherReference") locked.add(resolvePart("", attribs?.URI ?? ""));
  if (parts.some((part) => locked.has(part)))
    throw new ParseError("protected", "This book is protected by DRM. Upload a copy without DRM.");
}

/** The chapters in reading order, which are HTML. */
export async function readEpub(archive: Archive, blocks: BlockList): Promise<string | null> {
  const container = parseXml(decodeText(await archive.bytes("META-INF/container.xml")));
  const packagePath = findElement(container, "rootfile")?.attribs?.["full-path"] ?? "";
  const book = parseXml(decodeText(await archive.bytes(packagePath)));
  const hrefs = new Map<string, string>();
  const spine: string[] = [];
  let title: string | null = null;
  for (const element of listElements(book)) {
    const { id = "", href = "", idref = "", "media-type": type = "" } = element.attribs ?? {};
    if (local(element.name) === "item" && /html/.test(type))
      hrefs.set(id, resolvePart(posix.dirname(packagePath), href));
    if (local(element.name) === "itemref") spine.push(idref);
    if (local(element.name) === "title") title ??= toOneLine(getText(element)) || null;
  }
  const parts = [...new Set(spine)].flatMap((id) => hrefs.get(id) ?? []).filter((part) => archive.has(part));
  await assertUnlocked(archive, parts);
  for (const part of parts) readHtml(decodeText(await archive.bytes(part)), blocks, { whole: true });
  return title;
}
