import { spoken } from "./sentences";

/** Where marks that stand for themselves wait: characters that Unicode leaves to private use. */
const hidden = 0xe000;

/** Markdown as plain text in one line; what was escaped in it stands as it is meant. */
export const unmarked = (markdown: string): string =>
  spoken(
    markdown.replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => String.fromCharCode(hidden + mark.charCodeAt(0))),
  ).replace(/[\ue021-\ue07e]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - hidden));
