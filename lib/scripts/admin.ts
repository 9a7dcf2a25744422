import { openDatabase } from "@/lib/server/db/client";
import { flushNotify } from "@/lib/server/db/notify";
import { failureReason } from "@/lib/server/failure-reason";
import { closeMails, mailIdle } from "@/lib/server/mail/mails";
import { keepPrivate } from "@/lib/server/private-files";
import { accountCommands } from "./admin/account-commands";
import { type AdminCommand, UsageError } from "./admin/command";
import { orgCommands, outboxCommands } from "./admin/server-commands";

const commands: Record<string, AdminCommand> = { ...accountCommands, ...orgCommands, ...outboxCommands };

const column = 24;
const lines = Object.entries(commands).map(([name, { takes, does }]) => {
  const form = `${name} ${takes}`;
  return `  ${form.padEnd(column)} ${does}`;
});

const help = `Usage: npm run admin -- <command>

For whoever runs the server. Works beside it and on the same database; what it changes stands in the audit log.

${lines.join("\n")}
  ${"help".padEnd(column)} show this

Exit codes: 0 done, 1 it could not be done, 2 the command was not understood.`;

const isHelp = (args: string[]): boolean => args[0] === "help" || args.some((arg) => arg === "--help" || arg === "-h");

function find(name = ""): AdminCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name ? `There is no command ${name}.` : undefined);
  return command;
}

async function main([name, ...args]: string[]): Promise<void> {
  const command = find(name);
  keepPrivate();
  const database = await openDatabase();
  try {
    console.info(await command.run(database.db, args));
    await flushNotify(true);
    // What is told by mail is told once the sentence is there: a mail server may be slow.
    await mailIdle();
  } finally {
    closeMails();
    await database.close();
  }
}

const args = process.argv.slice(2);
if (isHelp(args)) console.info(help);
else
  try {
    await main(args);
  } catch (error) {
    if (error instanceof UsageError) console.error(error.message ? `${error.message}\n\n${help}` : help);
    else console.error(failureReason(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
