import { createHash } from "node:crypto";
import { trimMatching } from "../../../../../utils/text/trim-characters.ts";

const maxLength = 64;
/** Characters of a foreign name that are used; all of them are hashed. */
const maxRead = 1_000;

/** A function's name for models: 1 to 64 letters, digits, - and _; unique by a hash. */
export function createChildName(functionName: string, child: string): string {
  const plain = trimMatching(child.slice(0, maxRead).replace(/[^a-zA-Z0-9_-]+/g, "_"), /_/);
  const whole = `${functionName}_${plain}`;
  if (plain === child && whole.length <= maxLength) return whole;
  const mark = createHash("sha256").update(child).digest("hex").slice(0, 8);
  const room = maxLength - mark.length - 1;
  const head = functionName.slice(0, Math.max(20, room - plain.length - 1));
  return `${`${head}_${plain}`.slice(0, room)}_${mark}`;
}
