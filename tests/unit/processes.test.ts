import { spawn } from "node:child_process";
import { once } from "node:events";
import { describe, expect, it, onTestFinished } from "vitest";

function start(args: string[], variables: Record<string, string> = {}) {
  const child = spawn(process.execPath, ["tests/support/clustered/parent.ts", ...args], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const served = () =>
    [...output.matchAll(/serving (\d+) (\S+) (\S+)/g)].map(([, pid, host, port]) => ({ pid, host, port }));
  return { child, served, output: () => output, ended: once(child, "exit") as Promise<[number | null, string | null]> };
}

const patience = { timeout: 15_000 };

describe("several server processes", { timeout: 30_000 }, () => {
  it("have separate ports, are replaced with the same ones, and end together", async () => {
    const { child, served, ended } = start(["--processes", "2"], { PEER_PORT: "7000" });
    await expect.poll(() => served().length, patience).toBe(2);
    expect(
      served()
        .map(({ host, port }) => `${host}:${port}`)
        .toSorted(),
    ).toEqual(["127.0.0.1:7000", "127.0.0.1:7001"]);
    const [first] = served();
    process.kill(Number(first?.pid), "SIGKILL");
    await expect.poll(() => served().length, patience).toBe(3);
    expect(served()[2]?.port).toBe(first?.port);
    child.kill("SIGTERM");
    expect(await ended).toEqual([0, null]);
  });

  it("end with the exit code of one that ends before any is ready", async () => {
    const { ended, output } = start(["--processes", "2"], { FAILS: "3" });
    expect(await ended).toEqual([3, null]);
    expect(output()).not.toContain("Starting a replacement");
  });

  it.each([["0"], ["65"], ["2.5"], ["two"]])("are refused for %s", async (count) => {
    const { ended, output } = start(["--processes", count]);
    expect(await ended).toEqual([2, null]);
    expect(output()).toContain("a whole number from 1 to 64");
  });
});
