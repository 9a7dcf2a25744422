/** The parts of Notion's rich text that are used. */
interface RichText {
  plain_text: string;
  href: string | null;
  type?: string;
  annotations?: { code?: boolean };
}

export const toPlainText = (texts: readonly RichText[]): string => texts.map((text) => text.plain_text).join("");

function toMarkdownPart({ plain_text: text, href, type, annotations }: RichText): string {
  if (type === "equation") return `$${text}$`;
  if (annotations?.code && text.trim() && !text.includes("`")) return `\`${text}\``;
  const isLink = href !== null && /^https?:/.test(href) && text.trim() !== "" && !/[[\]]/.test(text);
  return isLink && href !== text ? `[${text}](${href})` : text;
}

/** Markdown with links, code and formulas. */
export const toMarkdown = (texts: readonly RichText[]): string => texts.map(toMarkdownPart).join("");
