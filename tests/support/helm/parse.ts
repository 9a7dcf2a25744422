/** The part of Go's template language that the chart uses, as a tree. */
export type Node = string | { output: string } | Block;
export interface Block {
  keyword: "if" | "range" | "with" | "define";
  argument: string;
  body: Node[];
  otherwise: Node[];
}

const action = /\{\{(- )?\s*([\s\S]*?)\s*( -)?\}\}/g;

/** Text and actions in turn; `{{-` and `-}}` remove the white space beside them. */
function tokenize(source: string): (string | { action: string })[] {
  const tokens: (string | { action: string })[] = [];
  let at = 0;
  let trims = false;
  const addText = (text: string, trimEnd: boolean) => {
    const from = trims ? text.trimStart() : text;
    tokens.push(trimEnd ? from.trimEnd() : from);
  };
  for (const match of source.matchAll(action)) {
    addText(source.slice(at, match.index), match[1] !== undefined);
    if (!match[2]?.startsWith("/*")) tokens.push({ action: match[2] ?? "" });
    trims = match[3] !== undefined;
    at = match.index + match[0].length;
  }
  addText(source.slice(at), false);
  return tokens;
}

export function parseTemplate(source: string): Node[] {
  const root: Node[] = [];
  const open: { block: Block; into: Node[] }[] = [];
  for (const token of tokenize(source)) {
    const into = open.at(-1)?.into ?? root;
    if (typeof token === "string") {
      into.push(token);
      continue;
    }
    const [, keyword = "", argument = ""] = /^(if|range|with|define|else|end)?\s*([\s\S]*)$/.exec(token.action) ?? [];
    const last = open.at(-1);
    if (keyword === "end") open.pop();
    else if (keyword === "else" && last) last.into = last.block.otherwise;
    else if (keyword === "if" || keyword === "range" || keyword === "with" || keyword === "define") {
      const block: Block = { keyword, argument, body: [], otherwise: [] };
      into.push(block);
      open.push({ block, into: block.body });
    } else into.push({ output: token.action });
  }
  if (open.length > 0) throw new Error("A block of this template has no end.");
  return root;
}
