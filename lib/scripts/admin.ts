import { backupBeforeMigration } from "@/lib/server/main/operations/before-migration";
import { type Db, openDatabase } from "@/lib/server/platform/db/client";
import { flushNotify } from "@/lib/server/platform/db/notify/outbox";
import { restrictNewFiles } from "@/lib/server/platform/disk/private-files";
import { closeMails, waitForMails } from "@/lib/server/platform/mail/mails";
import { runCommand } from "./admin/run-command";

async function execute(command: (db: Db) => Promise<string>): Promise<void> {
  restrictNewFiles();
  const database = await openDatabase({ beforeMigration: backupBeforeMigration });
  try {
    console.info(await command(database.db));
    await flushNotify(true);
    // Mails are sent after the output is printed, because a mail server may be slow.
    await waitForMails();
  } finally {
    closeMails();
    await database.close();
  }
}

process.exitCode = await runCommand(process.argv.slice(2), {
  execute,
  print: console.info,
  printError: console.error,
});
