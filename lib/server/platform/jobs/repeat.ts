/** Repeats a statement that changes one batch of rows, until it changes none. */
export async function repeat(
  signal: AbortSignal | undefined,
  run: () => Promise<{ rowCount: number | null }>,
): Promise<void> {
  while (!signal?.aborted) if (!((await run()).rowCount ?? 0)) return;
}
