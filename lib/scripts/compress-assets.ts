import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

const compress = promisify(brotliCompress);
/** Compression saves no packet for smaller files. */
const minBytes = 200;

/** Writes a `.br` file next to every script and stylesheet in a folder: Brotli is too slow to run for each request. */
export async function compressAssets(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(js|css)$/.test(name));
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      const content = await readFile(path);
      if (content.length >= minBytes) await writeFile(`${path}.br`, await compress(content));
    }),
  );
}
