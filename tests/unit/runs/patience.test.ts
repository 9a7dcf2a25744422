import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  raceAbort,
  SilenceError,
  untilAborted,
  watchForSilence,
} from "@/lib/server/engine/runs/steps/watch-for-silence";

async function* deaf() {
  yield 1;
  await new Promise(() => undefined);
}

describe("untilAborted", () => {
  it("leaves a source that does not heed the signal", async () => {
    const controller = new AbortController();
    const got: number[] = [];
    const reading = (async () => {
      for await (const value of untilAborted(deaf(), controller.signal)) got.push(value);
    })();
    setTimeout(() => controller.abort("stop"), 20);
    await expect(reading).rejects.toBe("stop");
    expect(got).toEqual([1]);
  });

  it("reads a source to its end", async () => {
    const got: number[] = [];
    const source = (async function* () {
      yield* [1, 2, 3];
    })();
    for await (const value of untilAborted(source, new AbortController().signal)) got.push(value);
    expect(got).toEqual([1, 2, 3]);
  });
});

describe("orAborted", () => {
  it("rejects at once for a signal that has aborted before", async () => {
    await expect(raceAbort(new Promise(() => undefined), AbortSignal.abort("gone"))).rejects.toBe("gone");
  });
});

describe("silenceWatch", () => {
  it("aborts when nothing was heard for so long, and not before", async () => {
    const watch = watchForSilence(120);
    for (let i = 0; i < 6; i += 1) {
      await sleep(40);
      watch.reset();
    }
    expect(watch.signal.aborted).toBe(false);
    await sleep(200);
    expect(watch.signal.reason).toBeInstanceOf(SilenceError);
    watch.stop();
  });
});
