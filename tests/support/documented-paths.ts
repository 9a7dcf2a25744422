import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const folders = "{app,components,context,docs,hooks,lib,public,styles,tests}";
const rooted = /^(?:app|components|context|docs|hooks|lib|public|styles|tests)\/[^\s<>]*$/;
const fileName = /^[\w./[\]-]+\.(?:tsx?|mjs|json|css|md)$/;
const symbol = /^(?:[a-z]+[A-Z]\w*|[A-Z][a-z]+[A-Z]\w*|[a-z]\w*(?=\())/;

/** README, CONTRIBUTING, what is in docs, and the READMEs of folders. */
export const documents = (): string[] => globSync(["*.md", `${folders}/**/*.md`]);

/** Code spans of a text. What stands after the word "was" is gone, and need not be found. */
function spansIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, "");
  return [...prose.matchAll(/(\bwas\s+)?`([^`\n]+)`/g)].flatMap(([, was, span = ""]) => (was ? [] : [span]));
}

/** Paths of the repository, also as the last word of a command or setting; a name without its folder counts too. */
export const pathsIn = (text: string): string[] =>
  spansIn(text)
    .map((span) => /[^\s=]*$/.exec(span)?.[0] ?? "")
    .filter((word) => rooted.test(word) || fileName.test(word));

/** Names of functions, fields and variables. */
export const symbolsIn = (text: string): string[] => spansIn(text).flatMap((span) => symbol.exec(span)?.[0] ?? []);

/** All that is written in code, settings and SQL. */
export function readRepository(): { paths: string[]; words: Set<string> } {
  const files = globSync(["*.{ts,mjs,json}", `${folders}/**/*.{ts,tsx,mjs,json,css,sql,md}`]);
  const code = files.filter((file) => !file.endsWith(".md") && file !== "package-lock.json");
  return { paths: files, words: new Set(code.flatMap((file) => readFileSync(file, "utf8").match(/\w+/g) ?? [])) };
}

/**
 * `*` and `{a,b}` stand for at least one that exists. A name without its folder lies below a README's folder, or anywhere
 * for the documents of the whole.
 */
function isThere(path: string, document: string, paths: readonly string[]): boolean {
  const folder = dirname(document);
  if (existsSync(path) || existsSync(join(folder, path))) return true;
  if (/[*{]/.test(path)) return globSync(path).length > 0;
  const below = rooted.test(document) && !document.startsWith("docs/") ? `${folder}/` : "";
  return !rooted.test(path) && paths.some((each) => each.startsWith(below) && `/${each}`.endsWith(`/${path}`));
}

/** Returns what a document names and the repository does not have. */
export function findStale(document: string, { paths, words }: ReturnType<typeof readRepository>): string[] {
  const text = readFileSync(document, "utf8");
  const stalePaths = pathsIn(text).filter((path) => !isThere(path, document, paths));
  return [...stalePaths, ...symbolsIn(text).filter((name) => !words.has(name))];
}
