import { expect, test } from "vitest";
import { readYaml } from "@/lib/server/platform/yaml/read-yaml";
import { longestBlock } from "../support/loop-delay";

const signal = new AbortController().signal;

test("a text of YAML is read, with the lines of its places", async () => {
  expect(await readYaml("a", { text: "muster: 1\nname: A", of: "file" }, signal)).toMatchObject({
    value: { muster: 1, name: "A" },
    lines: { name: 2 },
  });
});

test("a long text does not keep this process busy, and one that is given up ends", { timeout: 60_000 }, async () => {
  const text = `muster: 1\nlist:\n${"  - {a: [1, 2], b: &b c}\n".repeat(60_000)}`;
  const { blockedMs } = await longestBlock(async () => {
    const read = readYaml("a", { text, of: "file" }, AbortSignal.timeout(1_500));
    await expect(read).rejects.toMatchObject({ name: "TimeoutError" });
  });
  expect(blockedMs).toBeLessThan(200);
});

test("more texts of one team than may wait are refused, and those of another are read", {
  timeout: 60_000,
}, async () => {
  const leaving = new AbortController();
  const job = { text: "muster: 1", of: "file" } as const;
  const many = Array.from({ length: 60 }, () => readYaml("many", job, leaving.signal));
  const all = Promise.allSettled(many);
  await expect(readYaml("other", job, signal)).resolves.toMatchObject({ value: { muster: 1 } });
  leaving.abort(new Error("left"));
  const settled = await all;
  const reasons = settled.flatMap((one) => (one.status === "rejected" ? [String(one.reason)] : []));
  expect(reasons.filter((reason) => reason.includes("too many requests are queued"))).toHaveLength(8);
});
