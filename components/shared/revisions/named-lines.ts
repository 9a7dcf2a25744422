export type Names = Readonly<Record<string, string>>;

/** The name of what a definition refers to. */
export const toName = (names: Names, id: string): string => names[id] ?? "(deleted)";

/** A label with indented lines below it. */
export const toLines = (label: string, lines: string[]): string[] =>
  lines.length > 0 ? [`${label}:`, ...lines.map((line) => `  ${line}`)] : [`${label}: none`];
