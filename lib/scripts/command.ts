/** Runs what a person typed: its answer is printed, a failure is a sentence and an exit code. */
export async function command(work: (args: string[]) => Promise<string>): Promise<void> {
  try {
    console.info(await work(process.argv.slice(2)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
