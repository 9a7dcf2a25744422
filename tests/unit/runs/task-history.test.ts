import { describe, expect, it } from "vitest";
import { buildHistory, trimHistory } from "@/lib/server/engine/runs/context/history";
import type { LoadedEvent } from "@/lib/server/engine/runs/log/stored-events";
import { taskHistory } from "@/lib/server/engine/runs/process/prompt";
import { fromWire } from "../../support/partial-events";

const said = (text: string): LoadedEvent => fromWire({ kind: "message", body: { role: "assistant", text } });
const repair: LoadedEvent = fromWire({
  kind: "task",
  body: { state: "repair", taskId: "one", problem: "it is not JSON" },
});

describe("the history of a task", () => {
  const events = [said("Words."), repair, said("Steps. ".repeat(1_000))];

  it("asks once more where the answer did not fit", () => {
    const prompt = buildHistory(taskHistory("Count the words.", events, false));
    expect(prompt.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
    expect(JSON.stringify(prompt[2])).not.toContain("Count");
  });

  it("says what the task is when it asks once more, where the beginning has no room", () => {
    const { prompt } = trimHistory(buildHistory(taskHistory("Count the words.", events, true)), 100);
    expect(prompt.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect(JSON.stringify(prompt[0])).toMatch(/Count the words.*it is not JSON/);
  });
});
