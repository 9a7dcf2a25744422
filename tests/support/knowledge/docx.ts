import { contentTypes, coreProperties, escapeXml, relationsFile, xmlFile } from "./xml";
import { type ZipPart, zipOf } from "./zip";

const w = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const word = "application/vnd.openxmlformats-officedocument.wordprocessingml";

export const paragraph = (text: string, properties = ""): string =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;

export const heading = (text: string, level: number): string => paragraph(text, `<w:pStyle w:val="Heading${level}"/>`);

export const listItem = (text: string): string =>
  paragraph(text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>');

export const table = (rows: readonly string[][]): string =>
  `<w:tbl>${rows
    .map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join("")}</w:tr>`)
    .join("")}</w:tbl>`;

/** A Word document with this in its body. */
export function docxOf(body: string, { title, before = "" }: { title?: string; before?: string } = {}): Buffer {
  const parts: ZipPart[] = [
    { name: "[Content_Types].xml", content: contentTypes({ "/word/document.xml": `${word}.document.main+xml` }) },
    {
      name: "_rels/.rels",
      content: relationsFile([{ id: "rId1", type: "officeDocument", target: "word/document.xml" }]),
    },
    {
      name: "word/document.xml",
      content: `${before}${before ? "" : xmlFile("")}<w:document xmlns:w="${w}"><w:body>${body}</w:body></w:document>`,
    },
    {
      name: "word/_rels/document.xml.rels",
      content: relationsFile([{ id: "rId1", type: "numbering", target: "numbering.xml" }]),
    },
    {
      name: "word/numbering.xml",
      content: xmlFile(
        `<w:numbering xmlns:w="${w}"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
      ),
    },
  ];
  if (title) parts.push({ name: "docProps/core.xml", content: coreProperties(title) });
  return zipOf(parts);
}
