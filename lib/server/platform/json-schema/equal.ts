import { isObject } from "../../../utils/json/is-object.ts";
import type { Work } from "./work.ts";

/** Characters compared per step. */
const charactersPerStep = 64;

/** Whether two JSON values are equal, ignoring the order of fields. */
export function isEqual(one: unknown, other: unknown, work: Work): boolean {
  work.spend(1);
  if (typeof one === "string" && typeof other === "string") {
    if (one.length !== other.length) return false;
    work.spend(one.length / charactersPerStep);
    return one === other;
  }
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, i) => isEqual(item, other[i], work));
  }
  const [names, others] = [Object.keys(one), Object.keys(other)];
  work.spend(names.length + others.length);
  if (names.length !== others.length) return false;
  return names.every((name) => Object.hasOwn(other, name) && isEqual(one[name], other[name], work));
}
