/** Records the hashes of new migrations, so that `npm run verify` detects later edits. */
import { writeFileSync } from "node:fs";
import { releasedFile, releasedMigrations } from "../server/platform/db/migrate/compare-migrations";
import { knownMigrations } from "../server/platform/db/migrate/migrations";

const released = releasedMigrations();
const hashes = knownMigrations().map(({ tag, hash }): [string, string[]] => [tag, released[tag] ?? [hash]]);
writeFileSync(releasedFile(), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
