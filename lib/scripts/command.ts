import { failureReason } from "@/lib/server/platform/errors/failure-reason";

/** Runs a command: its result is printed, a failure is a message and an exit code. */
export async function runScript(work: (args: string[]) => Promise<string>): Promise<void> {
  try {
    console.info(await work(process.argv.slice(2)));
  } catch (error) {
    console.error(failureReason(error));
    process.exitCode = 1;
  }
}
