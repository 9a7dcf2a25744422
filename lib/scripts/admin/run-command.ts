import type { Db } from "@/lib/server/platform/db/client";
import { failureReason } from "@/lib/server/platform/errors/failure-reason";
import { readVersion } from "@/lib/server/platform/process/version";
import { accountCommands } from "./account-commands";
import { type AdminCommand, UsageError } from "./command";
import { evaluationCommands } from "./evaluation-commands";
import { orgCommands, serverCommands } from "./server-commands";
import { vectorCommands } from "./vector-commands";

const commands: Record<string, AdminCommand> = {
  ...accountCommands,
  ...evaluationCommands,
  ...orgCommands,
  ...serverCommands,
  ...vectorCommands,
};

const column = 24;
const lines = Object.entries(commands).map(([name, { takes, does }]) => {
  const form = `${name} ${takes}`;
  return `  ${form.padEnd(column)} ${does}`;
});

const help = `Usage: npm run admin -- <command>

For the server administrator. Works while the server is running, on the same database; changes are recorded in the audit log.

${lines.join("\n")}
  ${"--version".padEnd(column)} show the version of Muster
  ${"help".padEnd(column)} show this help

Exit codes: 0 success, 1 failure, 2 invalid usage.`;

const isHelp = (args: string[]): boolean => args[0] === "help" || args.some((arg) => arg === "--help" || arg === "-h");

function find(name = ""): AdminCommand {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(name ? `Unknown command: ${name}.` : undefined);
  return command;
}

export interface CommandHost {
  /** Opens the database for one command, which returns its output, and closes it. Not called for unknown commands. */
  execute(command: (db: Db) => Promise<string>): Promise<void>;
  print(text: string): void;
  printError(text: string): void;
}

/** Runs the command named by the arguments. Returns the exit code; failures are printed, never thrown. */
export async function runCommand(args: string[], { execute, print, printError }: CommandHost): Promise<0 | 1 | 2> {
  if (isHelp(args)) {
    print(help);
    return 0;
  }
  if (args.length === 1 && args[0] === "--version") {
    print(readVersion());
    return 0;
  }
  try {
    const [name, ...rest] = args;
    const command = find(name);
    await execute((db) => command.run(db, rest));
    return 0;
  } catch (error) {
    const isUsage = error instanceof UsageError;
    if (isUsage) printError(error.message ? `${error.message}\n\n${help}` : help);
    else printError(failureReason(error));
    return isUsage ? 2 : 1;
  }
}
