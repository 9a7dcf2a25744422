const namePattern = /\{([^\s{}]{1,100})\}/g;

/** Returns the names in braces in prompts, each once: `{customer}` is a variable, `{a b}` is plain text. */
export const findPromptNames = (...texts: string[]): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(namePattern)].map(([, name = ""]) => name))),
];

/** Replaces names in braces with their values. Unknown names and braces inside values stay. */
export const fillNames = (text: string, values: ReadonlyMap<string, string>): string =>
  text.replace(namePattern, (whole, name: string) => values.get(name) ?? whole);

/** Returns the name being typed at the caret: the text after an open brace. */
export function findOpenName(text: string, caret: number): { start: number; typed: string } | undefined {
  const typed = /\{([^\s{}]{0,100})$/.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? undefined : { start: caret - typed.length, typed };
}

/** Replaces the name at the caret and closes its brace; the caret moves behind it. */
export function insertName(text: string, caret: number, name: string): { text: string; caret: number } {
  const start = findOpenName(text, caret)?.start ?? caret;
  const rest = text.slice(caret);
  const after = rest.replace(/^[^\s{}]*\}/, "");
  return { text: `${text.slice(0, start)}${name}}${after}`, caret: start + name.length + 1 };
}
