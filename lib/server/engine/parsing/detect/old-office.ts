import { ParseError } from "../shared/parse-error.ts";
import { readBytes } from "./read-text.ts";

/** Stream names in a compound file, encoded as UTF-16. */
const streams: [stream: string, error: () => ParseError][] = [
  [
    "EncryptedPackage",
    () => new ParseError("protected", "This file is password-protected. Remove the password and upload it again."),
  ],
  ["WordDocument", () => toUnsupportedError("an old Word document (.doc)", ".docx")],
  ["Workbook", () => toUnsupportedError("an old Excel workbook (.xls)", ".xlsx")],
  ["PowerPoint Document", () => toUnsupportedError("an old PowerPoint presentation (.ppt)", ".pptx")],
  ["__substg1.0_", () => toUnsupportedError("an Outlook message (.msg)", ".eml")],
];

const toUnsupportedError = (what: string, as: string): ParseError =>
  new ParseError("unsupported", `This is ${what}. Save it as ${as} and upload the new file.`);

/** Why an OLE compound file cannot be read. */
export async function explainOldOffice(path: string): Promise<ParseError> {
  const bytes = await readBytes(path);
  const found = streams.find(([name]) => bytes.includes(Buffer.from(name, "utf16le")));
  return found?.[1]() ?? new ParseError("unsupported", "This is an old Office file. Save it in a current format.");
}
