import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

export interface Import {
  from: string;
  /** A file of the project by its path from the root, or a package's name as written. */
  to: string;
  own: boolean;
  typeOnly: boolean;
  /** By `import()`: the code comes when it is wanted. */
  later: boolean;
  /** Names of values in braces, when that is all it imports. */
  names?: string[];
}

const folders = ["app", "components", "context", "hooks", "lib"];
const topLevel = ["instrumentation.ts", "next.config.ts", "tailwind.config.ts"];

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

/** Every source file of the product, tests aside. */
export const sourceFiles = (): string[] => [
  ...folders.filter((folder) => existsSync(folder)).flatMap(filesBelow),
  ...topLevel.filter((file) => existsSync(file)),
];

const dynamic = /\b()()import\(\s*(?:\/\*[^*]*\*\/\s*)?"([^"]+)"\s*\)/g;

/** Strings and comments that look like imports do not occur in this code; a formatter keeps imports in these shapes. */
const shapes = [
  /^\s*(?:import|export)\s+(type\s+)?([\w*{][^;"']*?)\s+from\s+"([^"]+)"/gm,
  /^\s*import\s+()()"([^"]+)"/gm,
  dynamic,
];

function resolve(from: string, specifier: string): string | undefined {
  const base = specifier.startsWith("@/")
    ? specifier.slice(2)
    : specifier.startsWith(".")
      ? join(from, "..", specifier)
      : undefined;
  if (base === undefined) return undefined;
  const path = normalize(base);
  const candidates = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`];
  return candidates.find((candidate) => existsSync(candidate) && statSync(candidate).isFile()) ?? path;
}

function valueNames(clause: string): string[] | undefined {
  const inner = /^\{([^}]*)\}$/.exec(clause.trim())?.[1];
  const names = inner?.split(",").map((name) => name.trim());
  return names?.filter((name) => name && !name.startsWith("type "));
}

/** What a file imports, `source` being its text. */
export function importsOf(from: string, source = readFileSync(from, "utf8")): Import[] {
  return shapes.flatMap((shape) =>
    [...source.matchAll(shape)].map(([, type, clause = "", specifier = ""]) => {
      const target = resolve(from, specifier);
      return {
        from,
        to: target ?? specifier,
        own: target !== undefined,
        typeOnly: Boolean(type),
        later: shape === dynamic,
        names: valueNames(clause),
      };
    }),
  );
}

/** Returns the first cycle of imports as the list of its files, undefined when there is none. Imports of types do not count. */
export function findCycle(imports: readonly Import[]): string[] | undefined {
  return cycleIn(imports.filter(({ own, typeOnly }) => own && !typeOnly));
}

/** Returns the first cycle of folders of the server as the list of its folders. Imports of types count, sub-folders are folders. */
export function findFolderCycle(imports: readonly Pick<Import, "from" | "to" | "own">[]): string[] | undefined {
  const inServer = imports.filter(
    ({ from, to, own }) => own && [from, to].every((path) => path.startsWith("lib/server/")),
  );
  const edges = inServer.map(({ from, to }) => ({ from: dirname(from), to: dirname(to) }));
  return cycleIn(edges.filter(({ from, to }) => from !== to));
}

function cycleIn(imports: readonly Pick<Import, "from" | "to">[]): string[] | undefined {
  const edges = new Map<string, Set<string>>();
  for (const { from, to } of imports) edges.set(from, (edges.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const visit = (node: string, path: string[]): string[] | undefined => {
    const seen = path.indexOf(node);
    if (seen >= 0) return [...path.slice(seen), node];
    if (done.has(node)) return undefined;
    for (const next of edges.get(node) ?? []) {
      const cycle = visit(next, [...path, node]);
      if (cycle) return cycle;
    }
    done.add(node);
    return undefined;
  };
  for (const node of edges.keys()) {
    const cycle = visit(node, []);
    if (cycle) return cycle;
  }
  return undefined;
}
