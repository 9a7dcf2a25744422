import { spawnSync } from "node:child_process";

const symbolKinds = ["exports", "types"] as const;
const packageKinds = ["dependencies", "devDependencies"] as const;
type Kind = (typeof symbolKinds)[number] | (typeof packageKinds)[number] | "files";
type Issue = { file: string } & Partial<Record<Kind, { name: string }[]>>;

export interface Unused {
  exports: string[];
  packages: string[];
}

/** Reads the report of knip: exports that no other file imports, files that nothing imports, packages that nothing uses. */
export function readUnused(report: string): Unused {
  const { issues }: { issues: Issue[] } = JSON.parse(report);
  const names = (issue: Issue, kinds: readonly Kind[]): string[] =>
    kinds.flatMap((kind) => (issue[kind] ?? []).map(({ name }) => name));
  return {
    exports: issues.flatMap((issue) => names(issue, [...symbolKinds, "files"]).map((name) => `${issue.file}: ${name}`)),
    packages: issues.flatMap((issue) => names(issue, packageKinds)),
  };
}

export function findUnused(): Unused {
  const { stdout, stderr } = spawnSync("knip", ["--no-exit-code", "--reporter", "json"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!stdout) throw new Error(`knip gave no report: ${stderr}`);
  return readUnused(stdout);
}
