import { isObject } from "./is-object.ts";

/** Whether a JSON value is nested deeper than `max` levels. Not recursive, whatever the depth. */
export function isDeeper(value: unknown, max: number): boolean {
  let level = [value].filter(isObject);
  for (let depth = 0; depth < max && level.length > 0; depth += 1)
    level = level.flatMap((one) => Object.values(one).filter(isObject));
  return level.length > 0;
}
