import { disabledHeads } from "../../../../../constants/disabled-code.ts";
import { promptMaxBytes } from "../../../../../constants/limits.ts";
import { clean } from "./texts.ts";

const marks = { javascript: "// ", python: "# " };

/** Code that fails on every call, with the original in comments: nothing of it can run. */
export function toDisabledCode(language: "javascript" | "python", code: string): string {
  const lines = clean(code).split(/\r\n|[\n\r\u2028\u2029]/);
  const kept: string[] = [disabledHeads[language]];
  let size = Buffer.byteLength(disabledHeads[language]);
  for (const line of lines) {
    const own = `${marks[language]}${line}`;
    size += Buffer.byteLength(own) + 1;
    if (size > promptMaxBytes - 100) return [...kept, `${marks[language]}… (cut off)`].join("\n");
    kept.push(own);
  }
  return kept.join("\n");
}
