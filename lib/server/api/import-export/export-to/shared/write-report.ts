import type { ImportOutcome, ReportEntry } from "@/lib/contract/transfers/schemas";

const groups: [ImportOutcome, string][] = [
  ["needs", "Needs you"],
  ["approximated", "Approximated"],
  ["left", "Left out"],
  ["taken", "Exported"],
];

/** A text in one line without marks of Markdown. */
const escapeMarkdown = (text: string): string => text.replace(/\s+/g, " ").replace(/[\\`*_[\]<>#|&~]/g, "\\$&");

const toLine = ({ part, type, note }: ReportEntry): string =>
  [`- **${escapeMarkdown(part)}** (${type})`, note && `: ${escapeMarkdown(note)}`].filter(Boolean).join("");

/** The report as a text in Markdown, first what a person has to complete. */
export function writeReport(title: string, start: string, report: readonly ReportEntry[]): string {
  const sections = groups.flatMap(([outcome, heading]) => {
    const entries = report.filter((entry) => entry.outcome === outcome);
    return entries.length === 0 ? [] : [`## ${heading} (${entries.length})\n\n${entries.map(toLine).join("\n")}`];
  });
  return `${[`# ${escapeMarkdown(title)}`, start, ...sections].join("\n\n")}\n`;
}
