import { isObject } from "../../../../../utils/json/is-object.ts";
import { truncate } from "../../../../../utils/text/truncate.ts";

export const maxText = 1_000;

/** Whether a value's JSON has at most `maxText` characters, without serializing more. */
export function isSmall(value: unknown): boolean {
  let left = maxText;
  const open = [value];
  while (open.length > 0 && left >= 0) {
    const at = open.pop();
    left -= typeof at === "string" ? at.length + 2 : 1;
    if (!isObject(at)) continue;
    if (Array.isArray(at) && at.length > left) return false;
    for (const name in at) {
      left -= Array.isArray(at) ? 1 : name.length + 4;
      if (left < 0) return false;
      open.push(at[name]);
    }
  }
  return left >= 0 && (JSON.stringify(value)?.length ?? 0) <= maxText;
}

export const shorten = (text: string): string => truncate(text.slice(0, 2 * maxText).trim(), maxText);
