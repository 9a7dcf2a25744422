import { contentTypes, coreProperties, escapeXml, officeRelations, relationsFile, xmlFile } from "./xml";
import { zipOf } from "./zip";

export interface Slide {
  title: string;
  lines?: string[];
  rows?: string[][];
  notes?: string;
}

const names = `xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="${officeRelations}"`;

const lines = (texts: readonly string[]): string =>
  texts.map((text) => `<a:p><a:r><a:t>${escapeXml(text)}</a:t></a:r></a:p>`).join("");

const shape = (type: string, texts: readonly string[]): string =>
  `<p:sp>\n  <p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr>\n  <p:txBody>${lines(texts)}</p:txBody>\n</p:sp>`;

const table = (rows: readonly string[][]): string =>
  `<p:graphicFrame><a:graphic><a:graphicData><a:tbl>${rows
    .map((row) => `<a:tr>${row.map((cell) => `<a:tc><a:txBody>${lines([cell])}</a:txBody></a:tc>`).join("")}</a:tr>`)
    .join("")}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;

const slideXml = ({ title, lines: texts = [], rows }: Slide): string =>
  xmlFile(
    `<p:sld ${names}><p:cSld><p:spTree>${shape("title", [title])}${texts.length > 0 ? shape("body", texts) : ""}${rows ? table(rows) : ""}${shape("sldNum", ["7"])}</p:spTree></p:cSld></p:sld>`,
  );

const notesXml = (notes: string): string =>
  xmlFile(`<p:notes ${names}><p:cSld><p:spTree>${shape("body", [notes])}</p:spTree></p:cSld></p:notes>`);

/** A presentation. Its files lie in the opposite order, as after slides were moved. */
export function pptxOf(slides: readonly Slide[], title = "Slides"): Buffer {
  const place = (i: number) => slides.length - i;
  const ids = slides.map((_, i) => `<p:sldId id="${256 + i}" r:id="rId${i + 1}"/>`).join("");
  return zipOf([
    { name: "[Content_Types].xml", content: contentTypes({}) },
    { name: "docProps/core.xml", content: coreProperties(title) },
    {
      name: "ppt/presentation.xml",
      content: xmlFile(`<p:presentation ${names}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`),
    },
    {
      name: "ppt/_rels/presentation.xml.rels",
      content: relationsFile(
        slides.map((_, i) => ({ id: `rId${i + 1}`, type: "slide", target: `slides/slide${place(i)}.xml` })),
      ),
    },
    ...slides.flatMap((slide, i) => [
      { name: `ppt/slides/slide${place(i)}.xml`, content: slideXml(slide) },
      {
        name: `ppt/slides/_rels/slide${place(i)}.xml.rels`,
        content: relationsFile([{ id: "rId1", type: "notesSlide", target: `../notesSlides/notes${place(i)}.xml` }]),
      },
      ...(slide.notes ? [{ name: `ppt/notesSlides/notes${place(i)}.xml`, content: notesXml(slide.notes) }] : []),
    ]),
  ]);
}
