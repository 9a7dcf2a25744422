export interface PayloadNode {
  /** A JSON pointer. */
  pointer: string;
  name: string;
  depth: number;
  /** The value, shortened; undefined for an object or list. */
  text: string | undefined;
}

const maxNodes = 300;
const maxDepth = 12;
const maxText = 80;

const escapeName = (name: string): string => name.replaceAll("~", "~0").replaceAll("/", "~1");

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;

const toText = (value: unknown): string => {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
};

/** The values of a payload in their order, up to a limit. */
export function listNodes(payload: unknown): PayloadNode[] {
  const nodes: PayloadNode[] = [];
  const visit = (value: object, pointer: string, depth: number) => {
    for (const [name, inner] of Object.entries(value)) {
      if (nodes.length >= maxNodes) return;
      const at = `${pointer}/${escapeName(name)}`;
      nodes.push({ pointer: at, name, depth, text: isContainer(inner) ? undefined : toText(inner) });
      if (isContainer(inner) && depth < maxDepth) visit(inner, at, depth + 1);
    }
  };
  if (isContainer(payload)) visit(payload, "", 0);
  return nodes;
}
