import { describe, expect, it } from "vitest";
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
import { readOk } from "../../../support/foreign-files";

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
      const { text, conditional } = createRandomProgram(seed);
      const files = [{ path: "Random.ts", text }];
      const { tasks } = readOk(files).whole;
      const always = tasks.map(({ name }) => name).filter((name) => conditional.includes(name));
      expect({ seed, faults: findOrderFaults(files), always }).toEqual({ seed, faults: [], always: [] });
    }
  }, 60_000);
});
