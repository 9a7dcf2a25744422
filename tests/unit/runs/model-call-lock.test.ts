import { expect, test } from "vitest";
import type { RunRow } from "@/lib/server/engine/runs/lease/lease";
import { ModelCallLock } from "@/lib/server/engine/runs/lease/model-call-lock";

test("a turn that comes after its place was closed is given back", async () => {
  const run = {} as RunRow;
  const [first, second, third] = [new ModelCallLock(run), new ModelCallLock(run), new ModelCallLock(run)];
  await first.acquire();
  const late = second.acquire();
  second.close();
  const next = third.acquire();
  first.close();
  await Promise.all([late, next]);
  const order: string[] = [];
  const last = new ModelCallLock(run).acquire().then(() => order.push("last"));
  order.push("before");
  third.close();
  await last;
  expect(order).toEqual(["before", "last"]);
});
