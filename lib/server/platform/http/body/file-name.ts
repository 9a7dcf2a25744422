import { trimMatching } from "@/lib/utils/text/trim-characters";

const MAX_LENGTH = 200;

/** The last segment of a client's file name, sanitized for file systems, headers and display. */
export function cleanFileName(sent: string | undefined): string {
  const base = (sent ?? "").split(/[/\\]/).at(-1) ?? "";
  // Control and formatting characters: the latter can visually reverse the extension.
  const printable = base
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu, "");
  const clean = trimMatching(printable, /[\s.]/);
  const dot = clean.lastIndexOf(".");
  const extension = dot > 0 ? [...clean.slice(dot)].slice(0, 20).join("") : "";
  const stem = [...clean.slice(0, dot > 0 ? dot : undefined)].slice(0, MAX_LENGTH - extension.length).join("");
  return `${stem}${extension}` || "file";
}
