import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const manifestSchema = z.object({ version: z.string(), engines: z.object({ node: z.string() }) });

/** The manifest of this installation. Throws outside of its folder. */
export const readManifest = () =>
  manifestSchema.parse(
    JSON.parse(readFileSync(join(/* turbopackIgnore: true */ process.cwd(), "package.json"), "utf8")),
  );

/** The version of this installation. */
export const readVersion = (): string => readManifest().version;
