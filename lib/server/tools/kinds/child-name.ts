import { createHash } from "node:crypto";
import { trimBothOf } from "../../../utils/trim-characters.ts";

const longest = 64;
/** Characters of a foreign name that a name is made of; all of them go into its mark. */
const maxRead = 1_000;

/** What a model calls one of several functions of a tool: 1 to 64 letters, digits, - and _; two never become the same. */
export function childName(functionName: string, child: string): string {
  const plain = trimBothOf(child.slice(0, maxRead).replace(/[^a-zA-Z0-9_-]+/g, "_"), /_/);
  const whole = `${functionName}_${plain}`;
  if (plain === child && whole.length <= longest) return whole;
  const mark = createHash("sha256").update(child).digest("hex").slice(0, 8);
  const room = longest - mark.length - 1;
  const head = functionName.slice(0, Math.max(20, room - plain.length - 1));
  return `${`${head}_${plain}`.slice(0, room)}_${mark}`;
}
