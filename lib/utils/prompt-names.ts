const inBraces = /\{([^\s{}]{1,100})\}/g;

/** What stands in braces in a prompt, each name once: `{customer}` is a variable's place, `{a b}` is plain text. */
export const namesIn = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(inBraces)].map(([, name = ""]) => name))),
];

/** Puts values in the place of their names, once: braces inside a value, and names without one, stay. */
export const fillNames = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(inBraces, (whole, name: string) => values.get(name) ?? whole);

/** The name that is being typed at the caret: what follows a brace that nothing has closed yet. */
export function openName(text: string, caret: number): { start: number; typed: string } | undefined {
  const typed = /\{([^\s{}]{0,100})$/.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? undefined : { start: caret - typed.length, typed };
}

/** Puts a name in place of the one at the caret, with the brace that closes it; the caret comes after that. */
export function putName(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = openName(text, caret)?.start ?? caret;
  const rest = text.slice(caret);
  const after = rest.replace(/^[^\s{}]*\}/, "");
  return { text: `${text.slice(0, start)}${name}}${after}`, caret: start + name.length + 1 };
}
