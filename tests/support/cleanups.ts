const cleanups: (() => unknown)[] = [];

/** Runs `work` after the test file, last come first. For what modules start that several test files share. */
export const afterFile = (work: () => unknown): void => void cleanups.push(work);

export async function runCleanups(): Promise<void> {
  for (const work of cleanups.splice(0).reverse()) await work();
}
