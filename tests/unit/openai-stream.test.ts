import { describe, expect, it, vi } from "vitest";
import type { LoggedEvent, SessionEvent } from "@/lib/contract/session-events/events";
import { newId } from "@/lib/server/platform/ids/ids";
import { cutAfter, type Numbered } from "@/lib/server/resources/publications/openai/stream/numbered";
import { ResponseLog } from "@/lib/server/resources/publications/openai/stream/response-log";
import { randomFrom } from "../support/random";

const sessionId = "session_1";
const lostId = newId("message");
const at = new Date(Date.now() + 10).toISOString();
const first = 7;
const text = "The quay closes at ten, and the 🚢 leaves before. ".repeat(4);
const lost = "The quay never closes, and nothing leaves before the very end of the season.";

const logged = (seq: number, kind: string, body: object): LoggedEvent =>
  ({ sessionId, seq, kind, body, at }) as LoggedEvent;
const status = (seq: number, runStatus: string) =>
  logged(seq, "status", { status: runStatus, reason: null, runStatus, runId: "run_1" });
const message = (seq: number, role: string, id: string, said: string) =>
  logged(seq, "message", { _id: id, role, text: said, completed: true });
const step = (seq: number, messageId: string) =>
  logged(seq, "step", { messageId, inputTokens: 3, outputTokens: 5, finishReason: "stop" });

/** Made later than the log says that the second attempt began. */
vi.useFakeTimers({ now: Date.parse(at) + 10 });
const answerId = newId("message");
vi.useRealTimers();

/** A log with one interrupted attempt, of whose text it has nothing. */
const log: LoggedEvent[] = [
  message(first, "user", "message_0", "When?"),
  status(first + 1, "running"),
  logged(first + 2, "notice", { code: "resumed", text: "Resumed." }),
  step(first + 3, answerId),
  message(first + 4, "assistant", answerId, text),
  status(first + 5, "completed"),
];

/** The text as it is streamed: in pieces of any length, some of them more than once. */
function streamed(random: () => number, messageId: string, all: string): SessionEvent[] {
  const events: SessionEvent[] = [];
  for (let offset = 0; offset < all.length; ) {
    const piece = all.slice(offset, offset + 1 + Math.floor(random() * 20));
    const isPartial = random() < 0.2;
    const body = isPartial
      ? { messageId, text: all.slice(0, offset + piece.length) }
      : { messageId, offset, text: piece };
    events.push({ sessionId, seq: null, kind: isPartial ? "partial" : "delta", body, at } as SessionEvent);
    offset += piece.length;
  }
  return events;
}

const open = (): ResponseLog => {
  const part = { id: "resp_1", runId: "run_1", first, last: null, created: new Date(at), previousId: null };
  const base = { part, model: "chat", options: {}, isStored: true };
  return new ResponseLog(base, { link: "http://localhost", hasLiveText: true });
};

function read(events: readonly SessionEvent[], after: number): Numbered[] {
  const response = open();
  const all = [...response.begin(), ...events.flatMap((event) => response.push(event))];
  return all.flatMap((event) => cutAfter(event, after) ?? []);
}

function texts(events: readonly Numbered[]): Map<unknown, string> {
  const found = new Map<unknown, string>();
  for (const { fields } of events)
    if (typeof fields.delta === "string")
      found.set(fields.item_id, `${found.get(fields.item_id) ?? ""}${fields.delta}`);
  return found;
}

describe("the numbers of a response's events", () => {
  const whole = read(log, -1);

  it("rise, and are the same for text that is streamed and for text that is read", () => {
    const random = randomFrom(1);
    for (let i = 0; i < 200; i += 1) {
      const lostPart = lost.slice(0, Math.floor(random() * lost.length));
      const live = [
        ...log.slice(0, 2),
        ...streamed(random, lostId, lostPart),
        ...log.slice(2, 3),
        // An attempt that does not know yet that it has lost its run.
        ...streamed(random, lostId, lost).slice(0, 2),
        ...streamed(random, answerId, text.slice(0, Math.floor(random() * text.length))),
        ...log.slice(3),
      ];
      const events = read(live, -1);
      const numbers = events.map(({ number }) => number);
      expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      const others = (all: readonly Numbered[]) => all.filter(({ isDivisible }) => !isDivisible);
      expect(others(events)).toEqual(others(whole));
      expect([...texts(events).values()].at(-1)).toBe(text);
    }
  });

  it("let a reader go on after any of them, with each character once, though the text of an attempt is lost", () => {
    const random = randomFrom(2);
    for (let i = 0; i < 300; i += 1) {
      const isSecond = random() < 0.5;
      const streaming = isSecond
        ? [...log.slice(0, 3), ...streamed(random, answerId, text)]
        : [...log.slice(0, 2), ...streamed(random, lostId, lost)];
      const seen = read(streaming.slice(0, Math.floor(random() * (streaming.length + 1))), -1);
      const got = seen.slice(0, Math.floor(random() * (seen.length + 1)));
      const rest = read(log, got.at(-1)?.number ?? -1);
      const all = [...got, ...rest];
      const done = all.flatMap(({ type, fields }) => (type === "response.output_item.done" ? fields.item : []));
      expect(done).toMatchObject([
        { status: "incomplete", content: [] },
        { status: "completed", content: [{ text }] },
      ]);
      expect(texts(all).get((done[1] as { id: string }).id)).toBe(text);
      expect(all.filter(({ type }) => type === "response.output_item.added")).toHaveLength(2);
      expect(all.at(-1)).toMatchObject({ type: "response.completed", fields: { response: { status: "completed" } } });
    }
  });
});
