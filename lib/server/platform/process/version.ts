import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** The version of this installation. */
export async function readVersion(): Promise<string> {
  const path = join(/* turbopackIgnore: true */ process.cwd(), "package.json");
  const { version }: { version: string } = JSON.parse(await readFile(path, "utf8"));
  return version;
}
