import { join, resolve } from "node:path";
import { writeBackup } from "@/lib/server/main/operations/backup";
import { backupFolder } from "@/lib/server/main/operations/before-migration";
import { formatStamp } from "@/lib/server/main/operations/stamp";
import { secretFile } from "@/lib/server/platform/crypto/secret";
import { connect } from "@/lib/server/platform/db/connection/connect";
import { restrictNewFiles } from "@/lib/server/platform/disk/private-files";
import { env } from "@/lib/server/platform/env/env";
import { fileStore } from "@/lib/server/platform/storage/file-store";
import { formatBytes } from "@/lib/utils/text/bytes";
import { runScript } from "./command";

const withoutFiles = "--without-files";

/** `npm run backup [-- file]`: works with and without running servers. */
await runScript(async (args) => {
  const [given, ...more] = args.filter((arg) => arg !== withoutFiles);
  if (more.length > 0 || given?.startsWith("-"))
    throw new Error(`Usage: npm run backup [-- file.tar.gz] [${withoutFiles}]`);
  const { APP_SECRET, DATA_DIR, STORAGE_URL, UPLOADS_DIR } = env();
  const file = given ? resolve(given) : join(backupFolder(), `muster-${formatStamp()}.tar.gz`);
  restrictNewFiles();
  const { pool, close } = await connect();
  try {
    const client = await pool.connect();
    const folders = {
      ...(!args.includes(withoutFiles) && { uploads: STORAGE_URL ? fileStore() : UPLOADS_DIR }),
      vectors: join(DATA_DIR, "vectors"),
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
    return `Backed up ${rows} rows from ${manifest.tables.length} tables and ${files} files to ${file} (${formatBytes(bytes)}).${note}`;
  } finally {
    await close();
  }
});
