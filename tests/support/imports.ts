import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, normalize } from "node:path";

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

/** The first circle of runtime imports, as the list of its files; undefined when there is none. */
export function findCircle(imports: readonly Import[]): string[] | undefined {
  const edges = new Map<string, string[]>();
  for (const { from, to, own, typeOnly } of imports)
    if (own && !typeOnly) edges.set(from, [...(edges.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, path: string[]): string[] | undefined => {
    const seen = path.indexOf(file);
    if (seen >= 0) return [...path.slice(seen), file];
    if (done.has(file)) return undefined;
    for (const next of edges.get(file) ?? []) {
      const circle = visit(next, [...path, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of edges.keys()) {
    const circle = visit(file, []);
    if (circle) return circle;
  }
  return undefined;
}
