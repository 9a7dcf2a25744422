const DRAIN_BYTES = 64 * 1024 * 1024;
const DRAIN_MS = 5_000;

/** Continues reading briefly after rejecting a body: closing the connection immediately would lose the response. */
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
    // The client has disconnected and does not wait for the response.
  } finally {
    clearTimeout(giveUp);
  }
}
