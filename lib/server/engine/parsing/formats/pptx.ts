import type { Archive } from "../shared/archive.ts";
import type { BlockList } from "../shared/block-list.ts";
import { type Role, writeFlow } from "../shared/flow.ts";
import { findElement, getText, listElements, type MarkupNode } from "../shared/markup.ts";
import { readRelations, readXmlPart } from "../shared/xml-parts.ts";
import { readOfficeTitle } from "./docx.ts";

/** The slides in presentation order. */
async function listSlides(archive: Archive): Promise<string[]> {
  const main = "ppt/presentation.xml";
  const relations = await readRelations(archive, main);
  return [...listElements(await readXmlPart(archive, main))].flatMap(({ name, attribs }) => {
    const target = name === "p:sldId" ? relations.get(attribs?.["r:id"] ?? "")?.target : undefined;
    return target && archive.has(target) ? [target] : [];
  });
}

const placeholder = (shape: MarkupNode): string | undefined => findElement(shape, "p:ph")?.attribs?.type;

function findRole(element: MarkupNode): Role {
  const { name, parent, attribs } = element;
  if (name === "p:sp") {
    const kind = placeholder(element) ?? "";
    if (["dt", "ftr", "sldNum", "sldImg", "hdr"].includes(kind)) return { is: "skip" };
    return kind === "title" || kind === "ctrTitle" ? { is: "heading", level: 1 } : { is: "block" };
  }
  if (name === "a:tbl") return { is: "table" };
  if (name === "a:tr") return { is: "row" };
  if (name === "a:tc") return { is: "cell", columns: Number(attribs?.gridSpan) || 1, repeats: false };
  if (name === "a:p" || name === "a:br") return { is: "line" };
  if (name === "p:graphicFrame") return { is: "block" };
  // White space between elements is not text.
  return parent?.name === "a:p" && name !== "a:r" && name !== "a:fld" ? { is: "skip" } : { is: "inline" };
}

/** One page per slide: its title as heading, texts and tables, and speaker notes. */
export async function readPptx(archive: Archive, blocks: BlockList): Promise<{ title: string | null; pages: number }> {
  const slides = await listSlides(archive);
  for (const [i, slide] of slides.entries()) {
    writeFlow(await readXmlPart(archive, slide), findRole, blocks, i + 1);
    const relations = [...(await readRelations(archive, slide)).values()];
    const notes = relations.find(({ type }) => type === "notesSlide")?.target;
    if (notes && archive.has(notes)) writeNotes(await readXmlPart(archive, notes), blocks, i + 1);
  }
  return { title: await readOfficeTitle(archive), pages: slides.length };
}

function writeNotes(notes: MarkupNode, blocks: BlockList, page: number): void {
  for (const shape of listElements(notes)) {
    if (shape.name !== "p:sp" || placeholder(shape) !== "body") continue;
    const lines = [...listElements(shape)].filter(({ name }) => name === "a:p").map(getText);
    const text = lines.join("\n").trim();
    if (text) blocks.add("text", `Notes: ${text}`, { page });
  }
}
