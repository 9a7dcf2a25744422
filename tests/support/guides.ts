import { readFileSync } from "node:fs";

interface Block {
  language: string;
  text: string;
}

/** The blocks of code of a guide, in order. */
export const blocksOf = (guide: string): Block[] =>
  [...readFileSync(`docs/guides/${guide}.md`, "utf8").matchAll(/^ *```(\w+)\n([\s\S]*?)^ *```/gm)].map(
    ([, language = "", text = ""]) => ({ language, text }),
  );

/** Where a response differs from the documented part of one. Texts and numbers may have other values. */
export function differences(documented: unknown, real: unknown, path = "response"): string[] {
  if (documented === null) return real === undefined ? [path] : [];
  if (typeof documented === "boolean") return real === documented ? [] : [path];
  if (typeof documented !== typeof real || real === null) return [path];
  if (typeof documented !== "object") return [];
  return Object.entries(documented).flatMap(([key, value]) =>
    differences(value, (real as Record<string, unknown>)[key], `${path}.${key}`),
  );
}
