/** The part of hast that is used here. */
interface TreeNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

const marks = /\[(\d{1,4}(?:\s*[,;]\s*\d{1,4})*)\]/g;
const skippedElements = new Set(["code", "pre", "a"]);

const text = (value: string): TreeNode => ({ type: "text", value });
const chip = (number: number): TreeNode => ({
  type: "element",
  tagName: "cite",
  properties: { dataNumber: number },
  children: [text(String(number))],
});

/** Splits `see [1, 3].` into text, one chip per number, and text. Numbers without a passage stay text. */
function split(value: string, citable: ReadonlySet<number>): TreeNode[] {
  const nodes: TreeNode[] = [];
  let from = 0;
  for (const { 0: mark, 1: inside = "", index } of value.matchAll(marks)) {
    const numbers = inside.split(/[,;]/).map(Number);
    if (!numbers.every((number) => citable.has(number))) continue;
    if (index > from) nodes.push(text(value.slice(from, index)));
    nodes.push(...numbers.map(chip));
    from = index + mark.length;
  }
  if (from < value.length) nodes.push(text(value.slice(from)));
  return nodes;
}

function walk(node: TreeNode, citable: ReadonlySet<number>): void {
  if (!node.children || skippedElements.has(node.tagName ?? "")) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === "text" && child.value) return split(child.value, citable);
    walk(child, citable);
    return [child];
  });
}

/** Replaces passage numbers in brackets with elements. */
export const markCitations = (tree: TreeNode, numbers: readonly number[]): void => walk(tree, new Set(numbers));

/** Escapes `[1]: …` at the start of a line, which would be parsed as a link definition and vanish. */
export const escapeDefinitions = (markdown: string): string =>
  markdown.replace(/^( {0,3})\[(\d{1,4})\]:/gm, "$1\\[$2]:");
