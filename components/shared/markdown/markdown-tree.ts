/** The part of hast that is used here. */
interface TreeNode {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: TreeNode[];
}

const text = (value: string): TreeNode => ({ type: "text", value });

function imageText(node: TreeNode): string {
  const alt = node.properties?.alt;
  return typeof alt === "string" && alt ? `Image: ${alt}` : "Image";
}

function replace(node: TreeNode, inLink: boolean): TreeNode {
  const html = node.type === "raw" ? (node.value ?? "") : undefined;
  if (html !== undefined)
    return /^<br\s*\/?>$/i.test(html) ? { type: "element", tagName: "br", properties: {}, children: [] } : text(html);
  if (node.tagName !== "img") return clean(node, inLink);
  if (inLink) return text(imageText(node));
  return {
    type: "element",
    tagName: "a",
    properties: { href: node.properties?.src },
    children: [text(imageText(node))],
  };
}

function clean(node: TreeNode, inLink: boolean): TreeNode {
  if (node.properties) delete node.properties.id;
  if (!node.children) return node;
  const within = inLink || node.tagName === "a";
  node.children = node.children
    .filter((child) => child.properties?.dataFootnoteBackref === undefined)
    .map((child) => replace(child, within));
  return node;
}

/**
 * Turns images into links before React renders them, `<br>` into line breaks, and other HTML into text. Drops ids: a page
 * can have several texts, and nothing may link into them.
 */
export const cleanTree = (tree: TreeNode): void => {
  clean(tree, false);
};
