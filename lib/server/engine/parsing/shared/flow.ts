import type { BlockList } from "./block-list.ts";
import { FlowWriter } from "./flow-writer.ts";
import type { MarkupNode } from "./markup.ts";

/** The meaning of an element. */
export type Role =
  | { is: "heading"; level: number }
  | { is: "block" | "code" | "inline" | "skip" | "item" | "table" | "row" }
  | { is: "list"; ordered: boolean }
  /** The number of `columns` it spans; its text is in the first of them, or with `repeats` in all. */
  | { is: "cell"; columns: number; repeats: boolean }
  /** Text that replaces the element, or a line break after it. */
  | { is: "sign"; text: string }
  | { is: "line" };

type FindRole = (element: MarkupNode) => Role;

interface Step {
  node: MarkupNode;
  /** Set when its children are done. */
  leaves?: Role;
}

/** Tables that contain tables, or have at most one cell per row, are used for layout. */
function findLayoutTables(root: MarkupNode, findRole: FindRole): Set<MarkupNode> {
  const all = new Set<MarkupNode>();
  const real = new Set<MarkupNode>();
  const nests = new Set<MarkupNode>();
  const rowsWithCell = new Set<MarkupNode>();
  const open: { node: MarkupNode; table?: MarkupNode; row?: MarkupNode }[] = [{ node: root }];
  for (let at = open.pop(); at; at = open.pop()) {
    const { node } = at;
    let { table, row } = at;
    const { is } = node.name ? findRole(node) : { is: "inline" };
    if (is === "table") {
      if (table) nests.add(table);
      all.add(node);
      table = node;
      row = undefined;
    } else if (is === "row") row = node;
    else if (is === "cell" && row && table) {
      if (rowsWithCell.has(row)) real.add(table);
      rowsWithCell.add(row);
    }
    for (const child of node.children ?? []) open.push({ node: child, table, row });
  }
  return new Set([...all].filter((table) => nests.has(table) || !real.has(table)));
}

/** Writes a document into blocks by its elements' roles. Not recursive. */
export function writeFlow(root: MarkupNode, findRole: FindRole, blocks: BlockList, page?: number): void {
  const layout = findLayoutTables(root, findRole);
  const writer = new FlowWriter(blocks, page);
  const steps: Step[] = [{ node: root }];
  for (let step = steps.pop(); step; step = steps.pop()) {
    const { node, leaves } = step;
    if (leaves) {
      writer.leave(leaves);
      continue;
    }
    if (node.type === "text" || node.type === "cdata") writer.text(node.data ?? "");
    const role: Role = node.name ? findRole(node) : { is: "inline" };
    if (role.is === "skip" || node.type === "comment" || node.type === "directive") continue;
    const placed: Role = layout.has(node) ? { is: "block" } : role;
    writer.enter(placed);
    steps.push({ node, leaves: placed });
    const { children = [] } = node;
    for (let i = children.length - 1; i >= 0; i -= 1) {
      const child = children[i];
      if (child) steps.push({ node: child });
    }
  }
  writer.end();
}
