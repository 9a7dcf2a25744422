import { afterEach, describe, expect, it, vi } from "vitest";
import { readEventStream } from "@/lib/api/events/event-stream";

const encoder = new TextEncoder();

function answer(pieces: Uint8Array[], end = true): Response {
  return new Response(
    new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
        if (end) controller.close();
      },
    }),
  );
}

async function read(text: string, size: number): Promise<string[]> {
  const bytes = encoder.encode(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.slice(i * size, (i + 1) * size),
  );
  const data: string[] = [];
  await readEventStream(answer(pieces), (one) => data.push(one));
  return data;
}

afterEach(() => vi.useRealTimers());

describe("readEventStream", () => {
  it("gives each event once, however the bytes are cut", async () => {
    const text = ': connected\n\nid: 1\ndata: {"a":"ü"}\n\n: still here\n\ndata: {"a":"🙂"}\n\ndata: half';
    for (const size of [1, 2, 3, 7, 1_000]) expect(await read(text, size)).toEqual(['{"a":"ü"}', '{"a":"🙂"}']);
  });

  it("gives up on a stream that has gone silent", async () => {
    vi.useFakeTimers();
    const reading = readEventStream(answer([encoder.encode(": connected\n\n")], false), () => undefined);
    const failure = expect(reading).rejects.toThrow("silent");
    await vi.advanceTimersByTimeAsync(60_000);
    await failure;
  });
});
