import { failureReason } from "@/lib/server/failure-reason";

/** Runs what a person typed: its answer is printed, a failure is a sentence and an exit code. */
export async function command(work: (args: string[]) => Promise<string>): Promise<void> {
  try {
    console.info(await work(process.argv.slice(2)));
  } catch (error) {
    console.error(failureReason(error));
    process.exitCode = 1;
  }
}
