/** Reads the start of a response; the rest is not received. */
export async function readBounded(answer: Response, mostBytes: number): Promise<{ bytes: Buffer; cut: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = answer.body?.getReader();
  while (reader) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.byteLength;
    if (length <= mostBytes) continue;
    await reader.cancel().catch(() => undefined);
    break;
  }
  return { bytes: Buffer.concat(parts, Math.min(length, mostBytes)), cut: length > mostBytes };
}
