import { existsSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { ParserPool } from "@/lib/server/engine/parsing/parser-pool";
import type { ParserProcess } from "@/lib/server/engine/parsing/parser-process";
import { fileWith } from "../../support/knowledge/parse-bytes";
import { xlsxOf } from "../../support/knowledge/xlsx";
import { startProcess } from "../../support/processes";

vi.setConfig({ testTimeout: 30_000 });

const never = new AbortController().signal;

/** The process in which this one lets files be read, once it is there. */
function parserOf(pid: number | undefined): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  return children
    .map(Number)
    .find((child) => readFileSync(`/proc/${child}/cmdline`, "utf8").includes("parsing/worker.ts"));
}

test("a process that reads knows nothing of the server's environment, and ends with it", async () => {
  const rows = Array.from({ length: 100_000 }, (_, i) => [`Name ${i}`, i, i % 2 === 0, "and more"]);
  const path = fileWith(xlsxOf([{ name: "A", rows }]));
  const server = startProcess("tests/support/knowledge/read-file.ts", { APP_SECRET: "planted" }, process.cwd(), [
    path,
    "a.xlsx",
  ]);
  await server.line("Reading");
  const parser = await vi.waitUntil(() => parserOf(server.child.pid), { timeout: 5_000 });
  expect(readFileSync(`/proc/${parser}/environ`, "utf8")).not.toContain("planted");
  await server.kill("SIGKILL");
  await vi.waitFor(() => expect(isRunning(parser)).toBe(false), { timeout: 5_000 });
});

/** A zombie is none: whoever takes up orphans may take its time. */
const isRunning = (pid: number): boolean =>
  existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));

test("a server that is idle ends without waiting for the process that read", async () => {
  const server = startProcess("tests/support/knowledge/read-file.ts", {}, process.cwd(), [fileWith("Hello"), "a.txt"]);
  await server.line("Read");
  expect(await server.exit()).toBe(0);
});

test("no more processes read than the pool has places", async () => {
  const pool = new ParserPool(1);
  const first = await pool.acquire("team", never);
  let taken = false;
  const second = pool.acquire("team", never).then((parser) => {
    taken = true;
    return parser;
  });
  await first.ask({ ask: "parse", path: fileWith("Hello"), filename: "a.txt" }, never);
  expect(taken).toBe(false);
  pool.release(first);
  expect(await second).toBe(first);
  pool.release(first);
  pool.close();
  expect(first.alive).toBe(false);
});

test("a process that was ended is not given out again", async () => {
  const pool = new ParserPool(1);
  const first = await pool.acquire("team", never);
  first.end();
  pool.release(first);
  const second = await pool.acquire("team", never);
  expect(second).not.toBe(first);
  pool.release(second);
  pool.close();
});

test("a process reads for one owner only, and only so many are there", async () => {
  const pool = new ParserPool(1);
  const owners = new Map<ParserProcess, string>();
  for (const owner of ["ada", "ada", "bob", "cy", "bob", "dot", "ada"]) {
    const parser = await pool.acquire(owner, never);
    await parser.ask({ ask: "parse", path: fileWith("Hello"), filename: "a.txt" }, never);
    pool.release(parser);
    expect(owners.get(parser) ?? owner).toBe(owner);
    owners.set(parser, owner);
    expect([...owners.keys()].filter((one) => one.alive).length).toBeLessThanOrEqual(3);
  }
  // Ada's first had to make room for dot's: it had waited longest.
  expect([...owners.values()]).toEqual(["ada", "bob", "cy", "dot", "ada"]);
  pool.close();
  expect([...owners.keys()].filter((one) => one.alive)).toEqual([]);
});

test("whoever was just served goes on before others, but not for long", async () => {
  const pool = new ParserPool(1);
  const served: string[] = [];
  const first = await pool.acquire("ada", never);
  const serve = async (owner: string) => {
    const parser = await pool.acquire(owner, never);
    served.push(owner);
    pool.release(parser);
  };
  const both = Promise.all(["bob", "ada", "bob", "ada"].map(serve));
  pool.release(first);
  await both;
  expect(served).toEqual(["ada", "ada", "bob", "bob"]);

  const second = await pool.acquire("ada", never);
  const late = Promise.all(["bob", "ada"].map(serve));
  await sleep(1_100);
  pool.release(second);
  await late;
  expect(served.slice(4)).toEqual(["bob", "ada"]);
  pool.close();
});
