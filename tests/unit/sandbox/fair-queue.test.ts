import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { FairQueue } from "@/lib/server/platform/isolated/fair-queue";

const never = new AbortController().signal;
const fullError = () => new Error("Too many calls of tools wait");

/** Work that ends when it is told to, and a note of what began. */
function harness(most: { running: number; perTeam: number; waiting: number }) {
  const queue = new FairQueue(most, fullError);
  const began: string[] = [];
  const open: (() => void)[] = [];
  const add = (team: string, name = team, signal = never) =>
    queue.run(team, signal, () => {
      began.push(name);
      return new Promise<void>((resolve) => open.push(resolve));
    });
  const endOne = async () => {
    open.shift()?.();
    await nextTurn();
  };
  return { add, began, open, endOne };
}

test("teams take turns, whoever came first with how many", async () => {
  const { add, began, open, endOne } = harness({ running: 1, perTeam: 1, waiting: 100 });
  const all = [...Array(20).fill("a"), "b", "b", "c"].map((team) => add(team));
  while (open.length > 0) await endOne();
  await Promise.all(all);
  expect(began.slice(0, 6).join("")).toBe("aabcab");
  expect(began).toHaveLength(23);
});

test("one team never has all places", async () => {
  const { add, began, open, endOne } = harness({ running: 4, perTeam: 2, waiting: 100 });
  const all = Array.from({ length: 6 }, () => add("a"));
  expect(began).toHaveLength(2);
  all.push(add("b"));
  expect(began).toEqual(["a", "a", "b"]);
  while (open.length > 0) await endOne();
  await Promise.all(all);
});

test("no more than so many run together", async () => {
  const { add, began, open, endOne } = harness({ running: 3, perTeam: 2, waiting: 100 });
  const all = Array.from({ length: 10 }, (_, i) => add(`team ${i}`));
  expect(began).toHaveLength(3);
  while (open.length > 0) await endOne();
  await Promise.all(all);
});

test("who is told to stop waits no more, and takes nobody's turn", async () => {
  const { add, began, open, endOne } = harness({ running: 1, perTeam: 1, waiting: 100 });
  const first = add("a");
  const stop = new AbortController();
  const stopped = add("b", "stopped", stop.signal);
  const next = add("b", "next");
  stop.abort(new Error("told to stop"));
  await expect(stopped).rejects.toThrow("told to stop");
  while (open.length > 0) await endOne();
  await Promise.all([first, next]);
  expect(began).toEqual(["a", "next"]);
});

test("a team may have so many waiting, and another still may wait", async () => {
  const { add, open, endOne } = harness({ running: 1, perTeam: 1, waiting: 2 });
  const all = [add("a"), add("a"), add("a")];
  await expect(add("a")).rejects.toThrow("Too many calls of tools wait");
  all.push(add("b"));
  while (open.length > 0) await endOne();
  await Promise.all(all);
});

test("work that fails gives its place back", async () => {
  const queue = new FairQueue({ running: 1, perTeam: 1, waiting: 1 }, fullError);
  await expect(queue.run("a", never, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  await expect(queue.run("a", never, async () => 1)).resolves.toBe(1);
});
