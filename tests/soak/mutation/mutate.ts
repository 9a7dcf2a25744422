import type { Node } from "oxc-parser";
import type { Mutant } from "../mutant";
import { nodeAt } from "./address";
import { editFor, subjectOf } from "./edit";
import { fingerprint, isSameNode } from "./shape";
import { type SourceSymbol, symbolsIn } from "./symbols";
import { parseSource } from "./syntax";

export type Address = Pick<Mutant, "file" | "symbol" | "operation" | "shape">;

/** The node that a mutant changes, and the symbol that holds it. */
export interface Target {
  symbol: SourceSymbol;
  node: Node;
  shape: string;
}

export function targetIn(symbol: SourceSymbol, operation: Mutant["operation"]): Target | undefined {
  const found = nodeAt(symbol.node, operation.path);
  if (!found) return undefined;
  const node = subjectOf(operation, found);
  if (operation.kind !== "replace" || operation.other === undefined)
    return { symbol, node, shape: fingerprint(symbol.node, [node]) };
  // What comes in its place must not change unseen either.
  const [head = ""] = operation.other.split(" > ");
  const anchor = nodeAt(symbol.node, head);
  return anchor && { symbol, node, shape: fingerprint(symbol.node, [node, anchor]) };
}

/** The nodes that a mutant's path leads to: in its symbol, or where no symbol has that name, in any of the file. */
export function candidatesFor(source: string, { file, symbol, operation }: Address): Target[] {
  const all = symbolsIn(parseSource(file, source));
  const named = all.filter(({ name }) => name === symbol);
  return (named.length > 0 ? named : all).flatMap((each) => targetIn(each, operation) ?? []);
}

/**
 * The only one that looks as the mutant says. A member is found in its class, too: the member counts. Of several in
 * different symbols it is that in the symbol which has not changed but for its name.
 */
export function onlyMatch(targets: Target[], shape: string): Target | undefined {
  const alike = targets.filter((each) => isSameNode(each.shape, shape));
  for (const matches of [alike, alike.filter((each) => each.shape === shape)]) {
    const last = matches.at(-1);
    if (last && matches.every(({ node }) => node === last.node)) return last;
  }
  return undefined;
}

/** Where the guard is. One whose symbol was renamed is found by its shape. Throws when it is not there. */
export function locate(source: string, mutant: Address): Target {
  const candidates = candidatesFor(source, mutant);
  const target = onlyMatch(candidates, mutant.shape);
  if (target) return target;
  const there = candidates.map(({ symbol, node }) => `${symbol.name}: ${source.slice(node.start, node.end)}`);
  throw new Error(
    `${mutant.file}: what is at "${mutant.operation.path}" of ${mutant.symbol} is not the guard that was addressed. ` +
      `There is now:\n${there.join("\n") || "nothing"}\n\`npm run mutants\` looks for it.`,
  );
}

/** The source without the guard. */
export function mutate(source: string, mutant: Address): string {
  const { symbol, node } = locate(source, mutant);
  const { start, end, text } = editFor(source, symbol.node, node, mutant.operation);
  return source.slice(0, start) + text + source.slice(end);
}
