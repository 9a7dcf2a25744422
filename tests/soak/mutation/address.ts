import type { Node } from "oxc-parser";
import { nodesOfKind } from "./kinds";
import { partsNamed } from "./parts";

/**
 * One step of a path: the n-th node of a kind (`if 2`, `call max 1`), or a part of the node that the path has led to
 * (`test`, `argument 2`).
 */
function step(from: Node, written: string): Node | undefined {
  const [name = "", ...rest] = written.split(" ");
  const number = Number(rest.at(-1) ?? 1);
  const parts = partsNamed(from, name);
  if (parts) return parts[number - 1];
  return nodesOfKind(from, name, rest.length > 1 ? rest[0] : undefined)[number - 1];
}

/** The node at a path within a symbol, `if 2 > test > operand 1`. Undefined where there is none. */
export function nodeAt(symbol: Node, path: string): Node | undefined {
  let found: Node | undefined = symbol;
  for (const written of path.split(" > ")) found = found && step(found, written);
  return found;
}
