import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { readYaml } from "@/lib/server/read-yaml";

const processes = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap").length;

test("texts are read by four processes at most; who gives up waiting is not read, and the others are", async () => {
  const before = processes();
  const leaving = new AbortController();
  const staying = new AbortController();
  const job = { text: "muster: 1\nname: A", of: "file" } as const;
  const all = Array.from({ length: 12 }, (_, i) => readYaml(job, (i === 7 ? leaving : staying).signal));
  const done = Promise.allSettled(all);
  leaving.abort(new Error("left"));
  let most = 0;
  for (let ended = false; !ended; await sleep(5)) {
    most = Math.max(most, processes() - before);
    ended = await Promise.race([done.then(() => true), sleep(0, false)]);
  }
  expect(most).toBe(4);
  const answers = await done;
  expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i === 7 ? "rejected" : "fulfilled")));
  expect(answers[0]).toMatchObject({ value: { value: { muster: 1, name: "A" } } });
});
