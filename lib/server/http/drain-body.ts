const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 5_000;

/**
 * Reads on for a while after a body was refused: hanging up on a sender in mid-sentence breaks the connection before it
 * has seen the answer.
 */
export async function drainBody(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const giveUp = setTimeout(() => void reader.cancel().catch(() => undefined), DRAIN_MS);
  try {
    for (let left = DRAIN_BYTES; left > 0; ) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The sender is gone, so nobody waits for the answer.
  } finally {
    clearTimeout(giveUp);
  }
}
