import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { settleAll } from "@/lib/server/platform/db/settle-all";

it("waits for all statements, also when one fails, and throws the first failure in their order", async () => {
  const ended: string[] = [];
  const end = async (name: string, ms: number, error?: Error) => {
    await sleep(ms);
    ended.push(name);
    if (error) throw error;
    return name;
  };
  expect(await settleAll([end("one", 2), 2, end("three", 1)])).toEqual(["one", 2, "three"]);
  ended.length = 0;
  const failing = settleAll([
    end("slow", 20),
    end("second", 10, new Error("second")),
    end("first", 1, new Error("first")),
  ]);
  await expect(failing).rejects.toThrow("second");
  expect(ended).toEqual(["first", "second", "slow"]);
});
