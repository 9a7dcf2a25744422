import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { processMark } from "@/lib/server/platform/disk/process-mark";
import { makeWorkFolder } from "@/lib/server/platform/disk/work-folder";
import { processStat } from "@/lib/server/platform/process/process-stat";
import { removeLeftovers } from "@/lib/server/platform/storage/remove-leftovers";
import { temporaryFolder } from "../../support/folders";
import { canMount, smallDisk } from "../../support/small-disk";

const hour = 3_600_000;
const [thisPlace = ""] = processMark.split("-");

let folder: string;
beforeEach(() => {
  folder = temporaryFolder("leftovers");
});

const sweep = (signal = new AbortController().signal) =>
  removeLeftovers([{ what: "work", folder, names: /^work-/ }], signal);

/** A folder of so many bytes, last written so long ago. */
function make(name: string, { ageMs = 0, bytes = 10 } = {}): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, "file"), "a".repeat(bytes));
  const at = new Date(Date.now() - ageMs);
  utimesSync(path, at, at);
  return path;
}

async function startSleeper(cwd = folder): Promise<{ child: ChildProcess; mark: string }> {
  const child = spawn("sleep", ["60"], { cwd });
  await once(child, "spawn");
  onTestFinished(() => void child.kill("SIGKILL"));
  const { startTime } = processStat(child.pid ?? 0) ?? {};
  return { child, mark: `${thisPlace}-${child.pid}-${startTime}` };
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

test("what a process left goes once it was killed, however new, and not before", async () => {
  const { child, mark } = await startSleeper();
  make(`work-${mark}-a`, { bytes: 1_000, ageMs: 48 * hour });
  expect(await sweep()).toEqual([]);
  await kill(child);
  make(`work-${mark}-b`, { bytes: 500 });
  writeFileSync(join(folder, `work-${mark}-c`), "a".repeat(250));
  expect(await sweep()).toEqual([{ what: "work", entries: 3, bytes: 1_750 }]);
  expect(readdirSync(folder)).toEqual([]);
});

test("a process that has the number of one that ended is another", async () => {
  const { mark } = await startSleeper();
  make(`work-${mark.replace(/\d+$/, "1")}-a`);
  expect(await sweep()).toMatchObject([{ entries: 1 }]);
});

test("what a killed process had started is waited for", async () => {
  const ended = await startSleeper();
  await kill(ended.child);
  const left = make(`work-${ended.mark}-a`);
  const { child } = await startSleeper(left);
  expect(await sweep()).toEqual([]);
  await kill(child);
  expect(await sweep()).toMatchObject([{ entries: 1 }]);
});

test("of processes elsewhere what was not renewed for an hour goes, and of names without a mark what is a day old", async () => {
  const elsewhere = "0123456789ab-7-7";
  for (const [name, ageMs] of [
    [`work-${elsewhere}-new`, 0.9 * hour],
    [`work-${elsewhere}-old`, 1.1 * hour],
    [`work-${elsewhere}-future`, -48 * hour],
    ["work-unmarked-new", 23 * hour],
    ["work-unmarked-old", 25 * hour],
    ["other", 48 * hour],
  ] as const)
    make(name, { ageMs });
  expect(await sweep()).toMatchObject([{ entries: 2 }]);
  const kept = ["other", `work-${elsewhere}-future`, `work-${elsewhere}-new`, "work-unmarked-new"];
  expect(readdirSync(folder).sort()).toEqual(kept.sort());
});

test("symbolic links are not followed", async () => {
  const outside = temporaryFolder("outside");
  writeFileSync(join(outside, "precious"), "kept");
  const { child, mark } = await startSleeper();
  await kill(child);
  symlinkSync(outside, join(folder, `work-${mark}-link`));
  symlinkSync(outside, join(make(`work-${mark}-folder`), "link"));
  expect(await sweep()).toEqual([{ what: "work", entries: 1, bytes: 10 }]);
  expect(readdirSync(outside)).toEqual(["precious"]);
  expect(readdirSync(folder)).toEqual([`work-${mark}-link`]);
});

test("a pass is bounded, the next one goes on, and one that is aborted removes nothing", async () => {
  for (let i = 0; i < 1_200; i += 1) writeFileSync(join(folder, `work-${thisPlace}-999999999-1-${i}`), "");
  expect(await sweep(AbortSignal.abort())).toEqual([]);
  expect(await sweep()).toMatchObject([{ entries: 1_000 }]);
  expect(await sweep()).toMatchObject([{ entries: 200 }]);
});

test("a folder that is not there, or can't be read, keeps the others from nothing", async () => {
  const file = join(folder, "file");
  writeFileSync(file, "");
  make(`work-${thisPlace}-999999999-1-a`);
  const names = /^work-/;
  const places = [join(folder, "none"), file, folder].map((one) => ({ what: one, folder: one, names }));
  expect(await removeLeftovers(places, new AbortController().signal)).toMatchObject([{ what: folder, entries: 1 }]);
});

test("a work folder is this process's, private, and goes with its work", async () => {
  const { path, remove } = await makeWorkFolder(join(folder, "tmp"), "work-");
  expect(path).toContain(`work-${processMark}-`);
  writeFileSync(join(path, "file"), "");
  utimesSync(path, new Date(0), new Date(0));
  await removeLeftovers([{ what: "work", folder: join(folder, "tmp"), names: /^work-/ }], AbortSignal.timeout(10_000));
  expect(existsSync(path)).toBe(true);
  await remove();
  expect(readdirSync(join(folder, "tmp"))).toEqual([]);
});

/** Sets this machine's clock, and no other. */
function setClock(offMs: number): void {
  vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now: Date.now() + offMs });
  onTestFinished(() => void vi.useRealTimers());
}

test("a clock that is days ahead of the file system's makes nothing old", async () => {
  make("work-0123456789ab-7-7-a");
  make("work-without-mark");
  setClock(72 * hour);
  expect(await sweep()).toEqual([]);
  expect(readdirSync(folder)).toHaveLength(2);
});

test("a work folder is renewed by the file system's clock, however far off this machine's is", async () => {
  setClock(-72 * hour);
  const { path, remove } = await makeWorkFolder(folder, "work-");
  const made = statSync(path).mtimeMs;
  utimesSync(path, new Date(0), new Date(0));
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => statSync(path).mtimeMs, { timeout: 5_000 }).toBeGreaterThanOrEqual(Math.floor(made));
  await remove();
  expect(existsSync(path)).toBe(false);
});

describe.runIf(canMount)("on a disk that takes no more files", () => {
  /** Where no file can be made once `fill` was called. */
  function fullDisk(): () => void {
    const disk = smallDisk(1, { files: 20 });
    onTestFinished(disk.remove);
    folder = disk.folder;
    return () => {
      expect(() => {
        for (let i = 0; i < 20; i += 1) writeFileSync(join(folder, `ballast-${i}`), "");
      }).toThrow("ENOSPC");
    };
  }

  test("what is older by a day than it must be goes, and what a wrong clock may make old stays", async () => {
    const fill = fullDisk();
    const elsewhere = "0123456789ab-7-7";
    make(`work-${elsewhere}-old`, { ageMs: 26 * hour });
    make(`work-${elsewhere}-young`, { ageMs: 24 * hour });
    make("work-unmarked-old", { ageMs: 49 * hour });
    make("work-unmarked-young", { ageMs: 47 * hour });
    fill();
    expect(await sweep()).toMatchObject([{ entries: 2 }]);
    const kept = readdirSync(folder).filter((name) => name.startsWith("work-"));
    expect(kept.sort()).toEqual([`work-${elsewhere}-young`, "work-unmarked-young"]);
  });

  test("a work folder is renewed", async () => {
    const fill = fullDisk();
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    const { path, remove } = await makeWorkFolder(folder, "work-");
    fill();
    utimesSync(path, new Date(0), new Date(0));
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => Date.now() - statSync(path).mtimeMs, { timeout: 5_000 }).toBeLessThan(hour);
    await remove();
  });
});
