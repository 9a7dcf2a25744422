import { expect, test } from "vitest";
import type { RunRow } from "@/lib/server/engine/runs/lease/lease";
import { ModelTurn } from "@/lib/server/engine/runs/lease/model-turn";

test("a turn that comes after its place was closed is given back", async () => {
  const run = {} as RunRow;
  const [first, second, third] = [new ModelTurn(run), new ModelTurn(run), new ModelTurn(run)];
  await first.take();
  const late = second.take();
  second.close();
  const next = third.take();
  first.close();
  await Promise.all([late, next]);
  const order: string[] = [];
  const last = new ModelTurn(run).take().then(() => order.push("last"));
  order.push("before");
  third.close();
  await last;
  expect(order).toEqual(["before", "last"]);
});
