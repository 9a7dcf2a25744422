/** Notes the hashes of new migrations, so that `npm run verify` notices when one is edited later. */
import { writeFileSync } from "node:fs";
import { releasedFile, releasedMigrations } from "../server/db/compare-migrations";
import { knownMigrations } from "../server/db/migrations";

const released = releasedMigrations();
const hashes = knownMigrations().map(({ tag, hash }): [string, string[]] => [tag, released[tag] ?? [hash]]);
writeFileSync(releasedFile(), `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`);
