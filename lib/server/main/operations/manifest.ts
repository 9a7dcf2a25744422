import { z } from "zod";

/** The archive's first entry. */
export const manifestName = "muster-backup.json";
export const maxManifestBytes = 256 * 1024 * 1024;

const parts = ["database", "secret", "uploads", "vectors"] as const;
export type Part = (typeof parts)[number];

const segment = "[A-Za-z0-9_][A-Za-z0-9._-]{0,254}";
const path = `${segment}(?:/${segment}){0,19}`;
/** Allowed paths of uploads and vectors: no parent references, no absolute or hidden ones. */
export const plainPath = new RegExp(`^${path}$`);
const entryName = new RegExp(`^(?:secret|database/[a-z_][a-z0-9_]{0,62}|(?:uploads|vectors)/${path})$`);

const count = z.number().int().min(0);

export const manifestSchema = z.object({
  format: z.literal("muster-backup"),
  formatVersion: z.literal(1),
  /** The Muster version that created it. */
  version: z.string(),
  created: z.iso.datetime(),
  migrations: z.array(z.object({ hash: z.string(), when: count })).min(1),
  postgres: z.string(),
  /** Null before the data was first opened with a secret. */
  secretCheck: z.string().nullable(),
  parts: z.array(z.enum(parts)),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1), rows: count })),
  entries: z.array(z.object({ name: z.string().regex(entryName), size: count, sha256: z.string().length(64) })),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestEntry = Manifest["entries"][number];

/** Splits an entry's name into the part of the backup and the path within it. */
export function splitEntryName(name: string): { part: Part; path: string } {
  const slash = name.indexOf("/");
  const part = parts.find((known) => known === (slash < 0 ? name : name.slice(0, slash)));
  if (!part) throw new Error(`${name} isn't an entry of a backup.`);
  return { part, path: name.slice(slash + 1) };
}
