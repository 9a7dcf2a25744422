import { join, resolve } from "node:path";
import { localFolder } from "@/lib/server/engine/knowledge/vectors/builtin/location";
import { writeBackup } from "@/lib/server/main/operations/backup";
import { backupFolder } from "@/lib/server/main/operations/before-migration";
import { formatStamp } from "@/lib/server/main/operations/stamp";
import { secretFile } from "@/lib/server/platform/crypto/secret";
import { connect } from "@/lib/server/platform/db/connection/connect";
import { restrictNewFiles } from "@/lib/server/platform/disk/private-files";
import { env } from "@/lib/server/platform/env/env";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";
import { runScript } from "./command";

const withoutFiles = "--without-files";

/** `npm run backup [-- file]`: works with and without running servers. */
await runScript(async (args) => {
  const [given, ...more] = args.filter((arg) => arg !== withoutFiles);
  if (more.length > 0 || given?.startsWith("-"))
    throw new Error(`Usage: npm run backup [-- file.tar.gz] [${withoutFiles}]`);
  const { APP_SECRET, STORAGE_URL, UPLOADS_DIR, VECTORS_URL } = env();
  const file = given ? resolve(given) : join(backupFolder(), `muster-${formatStamp()}.tar.gz`);
  restrictNewFiles();
  const { pool, close } = await connect();
  try {
    const client = await pool.connect();
    const folders = {
      ...(!args.includes(withoutFiles) && { uploads: STORAGE_URL ? fileStore() : UPLOADS_DIR }),
      vectors: VECTORS_URL ? undefined : localFolder(),
    };
    const secret = APP_SECRET ? undefined : secretFile();
    const { bytes, manifest } = await writeBackup(client, { file, secret, ...folders }).finally(() =>
      client.release(true),
    );
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const files = manifest.entries.filter(({ name }) => /^(uploads|vectors)\//.test(name)).length;
    const note = APP_SECRET
      ? "\nThe backup doesn't include APP_SECRET. Store it separately: the backup can't be used without it."
      : "";
    const vectors = VECTORS_URL
      ? `\nThe backup doesn't include the vectors in Qdrant at ${VECTORS_URL}. Create a snapshot there, or reindex after a restore.`
      : "";
    const counts = `${pluralize(rows, "row")} from ${pluralize(manifest.tables.length, "table")} and ${pluralize(files, "file")}`;
    return `Backed up ${counts} to ${file} (${formatBytes(bytes)}).${note}${vectors}`;
  } finally {
    await close();
  }
});
