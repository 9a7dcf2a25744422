import { describe, expect, it } from "vitest";
import { estimateMessageTokens } from "@/lib/server/engine/models/estimate";
import { buildHistory, type HistoryEvent, systemPrompt, trimHistory } from "@/lib/server/engine/runs/context/history";

const user = (text: string): HistoryEvent => ({ kind: "message", body: { role: "user", text } });
const assistant = (text: string): HistoryEvent => ({ kind: "message", body: { role: "assistant", text } });
const call = (callId: string): HistoryEvent => ({ kind: "tool_call", body: { callId, name: "add", input: { a: 1 } } });
const result = (callId: string, output: string): HistoryEvent => ({
  kind: "tool_result",
  body: { callId, name: "add", output },
});

const shape = (events: HistoryEvent[], room: number) =>
  trimHistory(buildHistory(events), room).prompt.map(({ role }) => role);

const tokensOf = (events: HistoryEvent[]) =>
  buildHistory(events).reduce((sum, message) => sum + estimateMessageTokens(message), 0);

describe("historyOf", () => {
  it("puts calls with the text that they came with, and their results after them", () => {
    const prompt = buildHistory([
      user("Hi"),
      assistant("Let me see"),
      call("x"),
      call("y"),
      result("y", "2"),
      result("x", "1"),
    ]);
    expect(prompt.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(prompt[1]?.content).toMatchObject([{ type: "text" }, { toolCallId: "x" }, { toolCallId: "y" }]);
    expect(prompt[2]?.content).toMatchObject([
      { toolCallId: "x", output: { value: "1" } },
      { toolCallId: "y", output: { value: "2" } },
    ]);
  });

  it("answers a call that never ended, since providers refuse one without an answer", () => {
    const prompt = buildHistory([user("Hi"), call("x")]);
    expect(prompt.at(-1)?.content).toMatchObject([{ toolCallId: "x", output: { type: "error-text" } }]);
  });
});

describe("trimHistory", () => {
  const old = [user("a".repeat(400)), call("x"), result("x", "b".repeat(400)), assistant("c".repeat(400))];
  const last = [user("now"), call("y"), result("y", "d".repeat(4_000)), call("z"), result("z", "e".repeat(400))];

  it("keeps what fits", () => {
    expect(shape(old, tokensOf(old))).toEqual(["user", "assistant", "tool", "assistant"]);
  });

  it("drops whole turns, oldest first, and begins with the user", () => {
    const both = [...old, user("and now"), assistant("yes")];
    expect(shape(both, tokensOf(both) - 1)).toEqual(["user", "assistant"]);
  });

  it("never parts a call from its result, whatever the window", () => {
    const all = [...old, ...last];
    for (let room = 0; room <= tokensOf(all); room += 25) {
      const { prompt } = trimHistory(buildHistory(all), room);
      const parts = prompt.flatMap(({ content }): { type: string; toolCallId?: string }[] =>
        typeof content === "string" ? [] : content,
      );
      const ids = (wanted: string) => parts.flatMap(({ type, toolCallId }) => (type === wanted ? toolCallId : []));
      expect(ids("tool-result"), `with room for ${room}`).toEqual(ids("tool-call"));
      expect(prompt[0]?.role).toBe("user");
    }
  });
});

describe("systemPrompt", () => {
  it("fills known variables once and leaves other braces", () => {
    const agent = { name: "Guide", role: "{job}", goal: "{unknown} {toString}", backstory: "{job} {a b}" };
    const text = systemPrompt(agent, new Map([["job", "{job} of {unknown}"]]));
    expect(text).toBe(
      "You are Guide, {job} of {unknown}.\n\nYour goal: {unknown} {toString}\n\n{job} of {unknown} {a b}",
    );
  });
});
