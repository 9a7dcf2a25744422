import { parseLimits } from "./limits.ts";
import { ParseError } from "./parse-error.ts";
import type { Block } from "./parsed.ts";

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no text holds, and NUL what PostgreSQL refuses
const controlCharacters = /[\0-\x08\x0e-\x1f\x7f\ufeff]/g;

/** Normalizes text: line breaks, no NUL, no control characters, no lone surrogates. */
export const cleanText = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u2028\u2029]/g, "\n")
    .replace(controlCharacters, "")
    .toWellFormed();

/** One line of text with collapsed white space. */
export const toOneLine = (text: string): string => cleanText(text).replace(/\s+/g, " ").trim();

export const createTooLargeError = () =>
  new ParseError("too_large", "This file contains too much text. Split it into several files and upload them.");

/** Collects a file's blocks. Throws when it exceeds the limits. */
export class BlockList {
  readonly blocks: Block[] = [];
  #length = 0;

  add(kind: Block["kind"], text: string, { level, page }: Pick<Block, "level" | "page"> = {}): void {
    const clean = cleanText(text);
    const kept = kind === "heading" ? toOneLine(clean) : kind === "code" ? clean.trimEnd() : clean.trim();
    if (!kept.trim()) return;
    this.#length += kept.length;
    if (this.#length > parseLimits.textLength || this.blocks.length >= parseLimits.blocks) throw createTooLargeError();
    this.blocks.push({ kind, text: kept, ...(level && { level }), ...(page && { page }) });
  }
}
