export interface PdfLine {
  text: string;
  /** Further texts on the same line, each so many points to the right of the one before. */
  cells?: { text: string; by: number }[];
  size?: number;
  /** Points above the one before. */
  gap?: number;
}

const escaped = (text: string): string => text.replace(/[\\()]/g, "\\$&");

/** A page's drawing: each line below the one before it. */
function drawing(lines: readonly PdfLine[]): string {
  let y = 780;
  return lines
    .map(({ text, cells = [], size = 11, gap = size * 1.25 }) => {
      y -= gap;
      const further = cells.map((cell) => `${cell.by} 0 Td (${escaped(cell.text)}) Tj`).join(" ");
      return `BT /F1 ${size} Tf 60 ${y.toFixed(2)} Td (${escaped(text)}) Tj ${further} ET`;
    })
    .join("\n");
}

interface Options {
  title?: string;
  /** A picture on every page. */
  picture?: boolean;
  /** Further entries of the trailer, with objects that they refer to by number from here on. */
  locked?: boolean;
}

/** A PDF by hand: pages of lines of Helvetica. */
export function pdfOf(pages: readonly (readonly PdfLine[])[], { title, picture, locked }: Options = {}): Buffer {
  const objects: string[] = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, i) => `${6 + i * 2} 0 R`).join(" ")}] >>`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    title ? `<< /Title (${escaped(title)}) >>` : "<< >>",
    stream(
      "\xff\x00\x00",
      "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 8",
    ),
  ];
  pages.forEach((lines, i) => {
    const body = drawing(lines) + (picture ? "\nq 500 0 0 700 40 40 cm /P Do Q" : "");
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${7 + i * 2} 0 R /Resources << /Font << /F1 3 0 R >> /XObject << /P 5 0 R >> >> >>`,
      stream(body),
    );
  });
  const lock = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 /O <${"41".repeat(32)}> /U <${"42".repeat(32)}> >> /ID [<${"43".repeat(16)}> <${"43".repeat(16)}>]`;
  return fileOf(objects, locked ? lock : "");
}

/**
 * A PDF whose font draws glyphs by their numbers, as programs for Chinese and Japanese make them. `letters` is the table that
 * says which letter each is; without it nobody knows.
 */
export function glyphPdfOf(lines: readonly (readonly number[])[], letters?: ReadonlyMap<number, string>): Buffer {
  const hex = (number: number) => number.toString(16).padStart(4, "0");
  const drawn = lines.map((glyphs, i) => `BT /F1 11 Tf 60 ${780 - i * 14} Td <${glyphs.map(hex).join("")}> Tj ET`);
  const map = [...(letters ?? [])].map(([glyph, letter]) => `<${hex(glyph)}> <${hex(letter.charCodeAt(0))}>`);
  const range = "1 begincodespacerange\n<0000> <ffff>\nendcodespacerange";
  const table = `/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CMapName /Own def\n/CMapType 2 def\n${range}\n${map.length} beginbfchar\n${map.join("\n")}\nendbfchar\nendcmap\nend\nend`;
  return fileOf(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Count 1 /Kids [3 0 R] >>",
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R /Resources << /Font << /F1 6 0 R >> >> >>",
      "<< >>",
      stream(drawn.join("\n")),
      `<< /Type /Font /Subtype /Type0 /BaseFont /AAAAAA+Song /Encoding /Identity-H /DescendantFonts [7 0 R] ${letters ? "/ToUnicode 9 0 R" : ""} >>`,
      "<< /Type /Font /Subtype /CIDFontType2 /BaseFont /AAAAAA+Song /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /DW 500 /FontDescriptor 8 0 R >>",
      "<< /Type /FontDescriptor /FontName /AAAAAA+Song /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 900 /Descent -200 /CapHeight 700 /StemV 80 >>",
      stream(table),
    ],
    "",
  );
}

const stream = (body: string, entries = ""): string =>
  `<< ${entries} /Length ${Buffer.byteLength(body, "latin1")} >>\nstream\n${body}\nendstream`;

function fileOf(objects: readonly string[], trailer: string): Buffer {
  let text = "%PDF-1.4\n";
  const places = objects.map((object, i) => {
    const place = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const listed = places.map((place) => `${String(place).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${listed}trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text, "latin1");
}
