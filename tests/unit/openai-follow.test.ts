import { describe, expect, it, vi } from "vitest";
import type { PublicationCaller } from "@/lib/server/access/auth/publication-caller";
import { followResponse } from "@/lib/server/resources/publications/openai/stream/follow";
import { ResponseLog } from "@/lib/server/resources/publications/openai/stream/response-log";
import { toEventStream } from "@/lib/server/resources/publications/openai/stream/sse";

interface Stream {
  listener: (event: object) => void;
  ending: AbortController;
}

const { streams } = vi.hoisted(() => ({ streams: [] as Stream[] }));

vi.mock("@/lib/server/resources/publications/streams", () => ({
  followSessionOf: (_caller: unknown, _sessionId: string, _after: number, listener: Stream["listener"]) => {
    const ending = new AbortController();
    streams.push({ listener, ending });
    return { signal: ending.signal, close: () => {} };
  },
}));

const at = new Date().toISOString();
const part = { id: "resp_1", runId: "run_1", first: 1, last: null, created: new Date(), previousId: null };

/** A reader of a response that is being made, who has taken its first events. */
async function open() {
  const log = new ResponseLog(
    { part, model: "chat", options: {}, isStored: true },
    { link: "http://localhost", hasLiveText: true },
  );
  const found = { part, session: { id: "session_1" } } as Parameters<typeof followResponse>[1];
  const events = followResponse({} as PublicationCaller, found, log, new AbortController().signal);
  expect((await events.next()).value).toMatchObject([{ type: "response.created" }, { type: "response.in_progress" }]);
  const stream = streams.at(-1);
  if (!stream) throw new Error("Nothing is followed.");
  const send = (seq: number | null, kind: string, body: object) =>
    stream.listener({ sessionId: "session_1", seq, kind, body, at });
  return { events, send, ending: stream.ending };
}

describe("a reader of a response", () => {
  it("who is too slow gets an error, and not the end of a complete response", async () => {
    const { events, send } = await open();
    send(1, "message", { _id: "message_0", role: "user", text: "When?", completed: true });
    send(2, "status", { status: "running", reason: null, runStatus: "running", runId: "run_1" });
    for (let offset = 0; offset < 60_000; offset += 1)
      send(null, "delta", { messageId: "message_z", offset, text: "a" });
    await expect(events.next()).rejects.toThrow(/too slowly/);
  });

  it("whose key was revoked while they were reading gets the error immediately", async () => {
    const { events, ending } = await open();
    ending.abort(new Error("The key was revoked."));
    await expect(events.next()).rejects.toThrow("The key was revoked.");
  });

  it("who leaves before the stream begins is noticed", async () => {
    const left = new AbortController();
    left.abort();
    const ends: unknown[] = [];
    async function* open() {
      yield "data: first\n\n";
      await new Promise(() => {});
    }
    const response = toEventStream({
      open,
      toError: ({ message }) => message,
      onEnd: (end) => ends.push(end),
      signal: left.signal,
    });
    await response.body?.cancel();
    expect(ends).toEqual([{ left: true }]);
  });
});
