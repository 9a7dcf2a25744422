import { stripMarkdown } from "./sentences";

/** Escaped marks are temporarily moved to Unicode's private use area. */
const hidden = 0xe000;

/** Returns Markdown as plain text in one line; escaped marks are kept. */
export const toPlainText = (markdown: string): string =>
  stripMarkdown(
    markdown.replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => String.fromCharCode(hidden + mark.charCodeAt(0))),
  ).replace(/[\ue021-\ue07e]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - hidden));
