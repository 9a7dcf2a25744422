import { mkdirSync, utimesSync } from "node:fs";
import { expect, it, onTestFinished, vi } from "vitest";
import { isDownloading, readPartState, toPartFolder } from "@/lib/server/engine/models/weights/weights-folder";
import { watchForSilence } from "@/lib/server/engine/runs/steps/watch-for-silence";
import { cacheFor } from "@/lib/server/platform/process/cache-for";
import { temporaryFolder } from "../../support/folders";

const hour = 3_600_000;
const wait = (ms: number) => new Promise((next) => setTimeout(next, ms));

/** The wall clock alone is changed: timers go on. */
function setClock(byMs: number): void {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ["Date"], now: now + byMs });
  onTestFinished(() => void vi.useRealTimers());
}

it("a watch does not end a provider's answer because the clock was set forward", async () => {
  const watch = watchForSilence(400);
  onTestFinished(watch.stop);
  setClock(hour);
  await wait(200);
  expect(watch.signal.aborted).toBe(false);
});

it("a watch notices silence though the clock was set back", async () => {
  const watch = watchForSilence(200);
  onTestFinished(watch.stop);
  setClock(-hour);
  await expect.poll(() => watch.signal.aborted, { timeout: 3_000 }).toBe(true);
});

it("what is looked at once a second is looked at again though the clock was set back", async () => {
  let looks = 0;
  const look = cacheFor(`clock-${Math.random()}`, async () => ++looks);
  await look();
  setClock(-hour);
  await wait(1_050);
  expect(await look()).toBe(2);
});

const model = "fast-all-MiniLM-L6-v2";

it("a download from before the clock was set back keeps nobody from starting one", async () => {
  const folder = temporaryFolder("clock");
  const part = toPartFolder(folder, model);
  mkdirSync(part);
  expect(await isDownloading(folder, model)).toBe(true);
  const later = (Date.now() + hour) / 1_000;
  utimesSync(part, later, later);
  expect(await isDownloading(folder, model)).toBe(false);
  expect(await readPartState(folder, model)).toBe("abandoned");
});

it.each([-hour, hour])("a download is not abandoned because this machine's clock is %i ms off", async (byMs) => {
  const folder = temporaryFolder("clock");
  mkdirSync(toPartFolder(folder, model));
  setClock(byMs);
  expect(await readPartState(folder, model)).toBe("in use");
});
