import { listElements, type MarkupNode } from "./markup.ts";

/** Conventional prefixes by the suffix of their namespace. */
const usual: [name: RegExp, prefix: string][] = [
  [/opendocument:xmlns:text:1\.0$/, "text"],
  [/opendocument:xmlns:table:1\.0$/, "table"],
  [/opendocument:xmlns:office:1\.0$/, "office"],
  [/presentationml(\/2006)?\/main$/, "p"],
  [/drawingml(\/2006)?\/main$/, "a"],
  [/officeDocument(\/2006)?\/relationships$/, "r"],
  [/purl\.org\/dc\/elements\/1\.1\/$/, "dc"],
];

function findRenamedPrefixes(root: MarkupNode): Map<string, string> {
  const renamed = new Map<string, string>();
  for (const { attribs = {} } of listElements(root))
    for (const [key, name] of Object.entries(attribs)) {
      if (key !== "xmlns" && !key.startsWith("xmlns:")) continue;
      const prefix = usual.find(([end]) => end.test(name))?.[1];
      const given = key.slice("xmlns:".length);
      if (prefix && prefix !== given) renamed.set(given, prefix);
    }
  return renamed;
}

/** Replaces unconventional namespace prefixes with the usual ones. */
export function normalizePrefixes(root: MarkupNode): MarkupNode {
  const renamed = findRenamedPrefixes(root);
  if (renamed.size === 0) return root;
  const usualName = (name: string, bare: boolean): string => {
    const [prefix, local] = name.includes(":") ? name.split(":", 2) : ["", name];
    const found = prefix || bare ? renamed.get(prefix ?? "") : undefined;
    return found ? `${found}:${local}` : name;
  };
  for (const element of listElements(root)) {
    element.name = usualName(element.name ?? "", true);
    if (!element.attribs) continue;
    element.attribs = Object.fromEntries(
      Object.entries(element.attribs).map(([key, value]) => [usualName(key, false), value]),
    );
  }
  return root;
}
