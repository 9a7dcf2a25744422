import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface SourceFile {
  path: string;
  source: string;
}

/** What is counted as the product: scripts and components too, but neither tests, styles nor migrations in SQL. */
export const productFolders = ["app", "components", "context", "hooks", "lib"];

/** Returns the TypeScript files of the product. */
export const readProduct = (): SourceFile[] =>
  productFolders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
      .map((path) => ({ path, source: readFileSync(path, "utf8") })),
  );
