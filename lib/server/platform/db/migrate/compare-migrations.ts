import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Applied, type Migration, migrationsFolder } from "./migrations";

export const releasedFile = (folder = migrationsFolder()): string =>
  join(/* turbopackIgnore: true */ folder, "released.json");

const releasedSchema = z.record(z.string(), z.array(z.string()).min(1));

/** The hash of each released migration's file, followed by earlier hashes that databases may have recorded. */
export function releasedMigrations(folder?: string): Record<string, string[]> {
  return releasedSchema.parse(JSON.parse(readFileSync(releasedFile(folder), "utf8")));
}

/** Why a database does not belong to this version, as a message for the operator. */
export class MigrationMismatch extends Error {
  constructor(
    readonly kind: "newer" | "edited" | "unknown",
    message: string,
  ) {
    super(message);
  }
}

export interface Compared {
  /** The applied migrations, as known to this version. */
  applied: Migration[];
  missing: Migration[];
}

/**
 * Compares a database's applied migrations with the known ones, for a start, a restore or a move. Throws a `MigrationMismatch`
 * unless they are a prefix.
 */
export function compareMigrations(
  known: Migration[],
  applied: Applied[],
  released: Record<string, string[]> = releasedMigrations(),
): Compared {
  const newest = known.at(-1)?.when ?? -1;
  if (applied.some(({ when }) => when > newest))
    throw new MigrationMismatch("newer", "This database was migrated by a newer version of Muster.");
  for (const [i, { hash, when }] of applied.entries()) {
    const expected = known[i];
    if (expected?.when !== when)
      throw new MigrationMismatch(
        "unknown",
        "This database's migrations don't match this version of Muster: a different version created it.",
      );
    const [, ...before] = released[expected.tag] ?? [];
    if (expected.hash !== hash && !before.includes(hash))
      throw new MigrationMismatch(
        "edited",
        `The migration ${expected.tag} isn't the one that was applied to this database: its file was edited afterward. ` +
          "Restore the released file, and put changes into a new migration.",
      );
  }
  return { applied: known.slice(0, applied.length), missing: known.slice(applied.length) };
}
