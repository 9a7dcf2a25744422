import { xmlFile } from "./xml";
import { type ZipPart, zipOf } from "./zip";

/** A book; its chapters are bodies of XHTML. The package lists them in the opposite order of reading. */
export function epubOf(title: string, chapters: readonly string[], extra: readonly ZipPart[] = []): Buffer {
  const items = chapters.map(
    (_, i) => `<item id="c${i}" href="text/chapter%20${i}.xhtml" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map((_, i) => `<itemref idref="c${i}"/>`).join("");
  return zipOf([
    { name: "mimetype", content: "application/epub+zip", stored: true },
    {
      name: "META-INF/container.xml",
      content: xmlFile('<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'),
    },
    {
      name: "OPS/book.opf",
      content: xmlFile(
        `<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata><dc:title>${title}</dc:title></metadata><manifest>${items.reverse().join("")}</manifest><spine>${spine}</spine></package>`,
      ),
    },
    ...chapters.map((body, i) => ({
      name: `OPS/text/chapter ${i}.xhtml`,
      content: xmlFile(`<html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body>${body}</body></html>`),
    })),
    ...extra,
  ]);
}
