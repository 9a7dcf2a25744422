import { xmlFile } from "./xml";
import { zipOf } from "./zip";

const names = ["office", "text", "table", "dc", "meta"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(" ");

/** An OpenDocument file of a kind, `text` if nothing is said, with this in its body. */
export const odtOf = (body: string, { kind = "text", manifest = "", title = "" } = {}): Buffer =>
  zipOf([
    { name: "mimetype", content: `application/vnd.oasis.opendocument.${kind}`, stored: true },
    { name: "META-INF/manifest.xml", content: xmlFile(`<manifest>${manifest}</manifest>`) },
    {
      name: "content.xml",
      content: xmlFile(
        `<office:document-content ${names}><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      ),
    },
    {
      name: "meta.xml",
      content: xmlFile(
        `<office:document-meta ${names}><office:meta><dc:title>${title}</dc:title></office:meta></office:document-meta>`,
      ),
    },
  ]);
