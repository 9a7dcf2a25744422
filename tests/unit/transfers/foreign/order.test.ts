import { describe, expect, it } from "vitest";
import { findRun, type ImportedProcess } from "../../../support/foreign/find-branch-faults";
import { findOrderFaults } from "../../../support/foreign/find-order-faults";
import {
  createRandomFlow,
  createRandomIterations,
  toAgentflow,
  toChatflow,
  toDify,
  toLangflow,
} from "../../../support/foreign/random-flow";
import { createRandomProgram } from "../../../support/foreign/random-program";
import { noteOf, readOk } from "../../../support/foreign-files";
import { randomFrom } from "../../../support/random";

const count = Number(process.env.RANDOM_FLOWS ?? 250);

describe("each node of a foreign flow keeps its order, or is named in the report", () => {
  it.each([
    ["an agentflow of Flowise", createRandomFlow, toAgentflow],
    ["an agentflow of Flowise with iterations", createRandomIterations, toAgentflow],
    ["a chatflow of Flowise", createRandomFlow, toChatflow],
    ["a workflow of Dify", createRandomFlow, toDify],
    ["a workflow of Dify with iterations", createRandomIterations, toDify],
    ["a chat of Dify", createRandomFlow, (flow) => toDify(flow, "advanced-chat")],
    ["a flow of Langflow", createRandomFlow, toLangflow],
  ] satisfies [string, typeof createRandomFlow, typeof toDify][])(
    "%s",
    (_title, create, write) => {
      for (let seed = 1; seed <= count; seed += 1) {
        const text = write(create(seed));
        expect({ seed, faults: findOrderFaults([{ path: "Random.json", text }]) }).toEqual({ seed, faults: [] });
      }
    },
    60_000,
  );

  it("a workflow of Agent Builder", () => {
    for (let seed = 1; seed <= count; seed += 1) {
      const { text, run, agents } = createRandomProgram(seed);
      const files = [{ path: "Random.ts", text }];
      const found = readOk(files);
      const app = found.whole.app as ImportedProcess;
      const random = randomFrom(seed);
      const isKept = (name: string) => app.tasks?.includes(name) ?? false;
      for (let i = 0; i < 12; i += 1) {
        const outputs = Array.from({ length: agents }, () => "abcd"[Math.floor(random() * 4)] ?? "");
        const rejected = new Set(Array.from({ length: 20 }, (_, n) => `Go on, ${n}?`).filter(() => random() < 0.5));
        const own = findRun(app, ({ by, instructions = "", source, cases }) => {
          if (by === "person") return rejected.has(instructions) ? "default" : "case_1";
          const output = outputs[Number(source?.replace("Agent ", ""))];
          return cases.find(({ value }) => value === output)?.id ?? "default";
        });
        const expected = run({
          outputs,
          approves: (question) => !rejected.has(question),
          unknown: () => random() < 0.5,
        });
        const lost = expected.filter((name) => noteOf(found, name).includes("nothing in the flow leads to it"));
        const kept = { seed, outputs, runs: [...own].sort(), lost };
        expect(kept).toEqual({ seed, outputs, runs: expected.filter(isKept).sort(), lost: [] });
      }
    }
  }, 60_000);
});
