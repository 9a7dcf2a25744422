import type { Archive } from "../../shared/archive.ts";
import { scanXml } from "../../shared/xml-parts.ts";
import { findNumberKind, type NumberKind, toStoredText } from "./cell-text.ts";

/** The texts that cells refer to by index. Phonetic readings are left out. */
export async function readSharedStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let inText = false;
  let phonetic = false;
  await scanXml(archive, part, {
    open: (name) => {
      if (name === "si") text = "";
      if (name === "rPh") phonetic = true;
      inText = name === "t" && !phonetic;
    },
    text: (more) => {
      if (inText) text += more;
    },
    close: (name) => {
      if (name === "si") strings.push(toStoredText(text));
      if (name === "rPh") phonetic = false;
      inText = false;
    },
  });
  return strings;
}

/** How the numbers of cells are shown, by the index of their style. */
export async function readNumberKinds(archive: Archive, part: string): Promise<NumberKind[]> {
  const patterns = new Map<number, string>();
  const ids: number[] = [];
  let inCellStyles = false;
  await scanXml(archive, part, {
    open: (name, { numFmtId, formatCode = "" }) => {
      if (name === "cellXfs") inCellStyles = true;
      if (name === "numFmt") patterns.set(Number(numFmtId), formatCode.slice(0, 500));
      if (name === "xf" && inCellStyles) ids.push(Number(numFmtId ?? 0));
    },
    close: (name) => {
      if (name === "cellXfs") inCellStyles = false;
    },
  });
  const kinds = new Map<number, NumberKind>();
  return ids.map((id) => {
    const kind = kinds.get(id) ?? findNumberKind(id, patterns.get(id));
    kinds.set(id, kind);
    return kind;
  });
}
