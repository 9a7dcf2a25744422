import { dirname } from "node:path";
import type { SourceFile } from "./source";

const maxSiblings = 15;
const maxReadmeLines = 30;
const maxFileLines = 200;

export const linesOf = (source: string): number => source.split("\n").length - (source.endsWith("\n") ? 1 : 0);

/** Code without its comments, its lines where they were; an address in a string loses its end, which no figure looks at. */
const codeOf = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, (comment) => comment.replace(/[^\n]+/g, ""));

/** Where a pattern is found, as `path:line`. */
const findMatches = (files: readonly SourceFile[], pattern: RegExp): string[] =>
  files.flatMap(({ path, source }) => {
    const code = codeOf(source);
    return [...code.matchAll(pattern)].map(({ index }) => `${path}:${code.slice(0, index).split("\n").length}`);
  });

/** Lines as `wc -l` counts them, with blank ones and comments. */
export const countLines = (files: readonly SourceFile[]): number =>
  files.reduce((sum, { source }) => sum + linesOf(source), 0);

export function medianLength(files: readonly SourceFile[]): number {
  const lengths = files.map(({ source }) => linesOf(source)).sort((a, b) => a - b);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}

export const findLongFiles = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, source }) => (linesOf(source) > maxFileLines ? [`${path}: ${linesOf(source)}`] : []));

export const findDoubleCasts = (files: readonly SourceFile[]): string[] => findMatches(files, /\bas unknown as\b/g);

/** Spreads of a literal: `...{ a, b }` within an object, `...[a, b]` within a list. */
export const findPackingSpreads = (files: readonly SourceFile[]): string[] => findMatches(files, /\.\.\.\s*[{[]/g);

const eventModules = /from "[^"]*\/(session-events|session-log|tables\/sessions|runs\/log)[/"]/;

/** Casts of a body in files that deal with the log of sessions; `call.body` is that of a request. */
export const findUntypedReaders = (files: readonly SourceFile[]): string[] =>
  findMatches(
    files.filter(({ source }) => eventModules.test(source)),
    /(?<!\bcall\.)\bbody(\s*\?\?\s*\{\}\s*\))?\)? as (?!const\b)/g,
  );

/** Folders with more than 15 source files that have no README of at most 30 lines. `readme` returns its text. */
export function foldersWithoutReadme(
  files: readonly SourceFile[],
  readme: (folder: string) => string | undefined,
): string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => {
    const text = count > maxSiblings ? readme(folder) : "";
    return text === undefined || linesOf(text) > maxReadmeLines ? [folder] : [];
  });
}
