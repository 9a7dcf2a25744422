import { afterEach, expect, test } from "vitest";
import { IsolatedPool } from "@/lib/server/platform/isolated/isolated-pool";
import { longestBlock } from "../../support/loop-delay";

type Job = "echo" | "loop" | "fill";
type Reply = { pid: number; environment: string[] };

const entry = "tests/support/isolated-worker.ts";
const limits = { timeMs: 10_000, heapMb: 64, running: 2, perTeam: 1, waiting: 3 };
const never = new AbortController().signal;
const pools: IsolatedPool<Job, Reply>[] = [];

function makePool(own: Partial<typeof limits> = {}): IsolatedPool<Job, Reply> {
  const pool = new IsolatedPool<Job, Reply>(entry, { ...limits, ...own });
  pools.push(pool);
  return pool;
}

afterEach(() => {
  for (const pool of pools.splice(0)) pool.close();
});

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test("a process serves one team, without this process's environment", async () => {
  const pool = makePool();
  const first = await pool.run("a", "echo", never);
  const second = await pool.run("a", "echo", never);
  const other = await pool.run("b", "echo", never);
  expect(second.pid).toBe(first.pid);
  expect(other.pid).not.toBe(first.pid);
  expect(first.environment).toEqual(["NODE_ENV"]);
});

test("an endless job ends at its time and does not block this process", async () => {
  const pool = makePool({ timeMs: 1_500 });
  const { blockedMs } = await longestBlock(async () => {
    await expect(pool.run("a", "loop", never)).rejects.toMatchObject({ failure: "slow" });
  });
  expect(blockedMs).toBeLessThan(200);
  expect((await pool.run("a", "echo", never)).pid).toBeGreaterThan(0);
});

test("a job that fills the memory ends its own process only", async () => {
  const pool = makePool();
  await expect(pool.run("a", "fill", never)).rejects.toMatchObject({ failure: "memory" });
  expect((await pool.run("a", "echo", never)).pid).toBeGreaterThan(0);
});

test("an aborted job ends its process, and one more than may wait is refused", async () => {
  const pool = makePool();
  const { pid } = await pool.run("a", "echo", never);
  const aborter = new AbortController();
  const running = pool.run("a", "loop", aborter.signal);
  const waiting = [1, 2, 3].map(() => pool.run("a", "echo", never));
  await expect(pool.run("a", "echo", never)).rejects.toMatchObject({ failure: "busy" });
  aborter.abort(new Error("left"));
  await expect(running).rejects.toThrow("left");
  expect(isGone(pid)).toBe(true);
  await expect(Promise.all(waiting)).resolves.toHaveLength(3);
});
