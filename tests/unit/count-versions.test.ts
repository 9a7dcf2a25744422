import { expect, it } from "vitest";
import { countVersions } from "@/lib/session-log/count-versions";

it("counts a message and those that it replaced, one after the other", () => {
  // 1: question, 2: answer, 3: rewind, 4: question, 5: answer, 6: rewind, 7: question.
  const voids = [
    { after: 0, before: 3 },
    { after: 3, before: 6 },
  ];
  expect([1, 4, 7].map((seq) => countVersions(voids, seq))).toEqual([1, 2, 3]);
  expect(countVersions([], 7)).toBe(1);
});
