import { expect, test } from "vitest";
import { checkCalls, findCallProblem } from "@/lib/server/engine/runs/calls/call-problem";
import type { EngineTool } from "@/lib/server/engine/runs/calls/tools";

const tool: EngineTool = {
  name: "pay",
  description: "Pays",
  parameters: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] },
  repeatable: false,
  requireApproval: true,
  execute: async () => null,
};
const call = (id: string, input: unknown) => ({ id, name: "pay", input });

test("a call whose arguments did not fit stays invalid, also where a later check would let it pass", async () => {
  const signal = new AbortController().signal;
  const { calls, toApprove } = await checkCalls("team", [tool], [call("a", { amount: 1 }), call("b", {})], signal);
  expect(toApprove.map(({ id }) => id)).toEqual(["a"]);
  const [, refused] = calls;
  const open = { ...tool, parameters: { type: "object" as const } };
  expect(refused && (await findCallProblem("team", open, refused, signal))).toBe(
    "The arguments were rejected: “amount” is missing.",
  );
});

test("a call that could not be checked before the run ended waits for its approval", async () => {
  const ended = AbortSignal.abort(new Error("stopped"));
  const values = Array.from({ length: 20_000 }, () => "999");
  const anyOf = Array.from({ length: 1_000 }, (_, i) => ({ const: `${i}` }));
  const slow = { ...tool, parameters: { type: "object" as const, properties: { amount: { items: { anyOf } } } } };
  const { toApprove } = await checkCalls("team", [slow], [call("a", { amount: values })], ended);
  expect(toApprove.map(({ id }) => id)).toEqual(["a"]);
});
