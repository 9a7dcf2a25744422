import { truncate } from "@/lib/utils/text/truncate";

/** What a check found. Undefined: it passed. */
export type Finding = { outcome: "failed" | "not_measured"; reason: string } | undefined;

export const failed = (reason: string): Finding => ({ outcome: "failed", reason });
export const notMeasured = (reason: string): Finding => ({ outcome: "not_measured", reason });

const quotedMax = 100;
const listedMax = 10;

/** A foreign text within a sentence, truncated and on one line. */
export function quote(text: string, max = quotedMax): string {
  const head = truncate(text, max)
    .replace(/[\s\p{Cc}]/gu, " ")
    .trim();
  return `“${head}${text.length > max ? "…" : ""}”`;
}

export function quoteList(texts: readonly string[]): string {
  const listed = texts.slice(0, listedMax).map((text) => quote(text));
  const more = texts.length - listed.length;
  return more > 0 ? `${listed.join(", ")} and ${more.toLocaleString("en")} more` : listed.join(", ");
}

/** Up to six significant digits. */
export const formatNumber = (value: number): string => value.toLocaleString("en", { maximumSignificantDigits: 6 });
