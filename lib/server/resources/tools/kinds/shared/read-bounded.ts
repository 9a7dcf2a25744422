/** Reads the start of a response; the rest is not received. */
export async function readBounded(
  response: Response,
  maxBytes: number,
): Promise<{ bytes: Buffer; truncated: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.byteLength;
    if (length <= maxBytes) continue;
    await reader.cancel().catch(() => undefined);
    break;
  }
  return { bytes: Buffer.concat(parts, Math.min(length, maxBytes)), truncated: length > maxBytes };
}
