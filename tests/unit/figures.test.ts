import { describe, expect, test } from "vitest";
import { compare } from "../figures/compare";
import {
  countLines,
  findDoubleCasts,
  findLongFiles,
  findPackingSpreads,
  findUntypedReaders,
  foldersWithoutReadme,
  medianLength,
} from "../figures/measure";
import { readUnused } from "../figures/unused";

const file = (source: string, path = "lib/a/b.ts") => ({ path, source });
const lines = (count: number) => file("x;\n".repeat(count));

describe("figures", () => {
  test("lines are counted as wc counts them", () => {
    expect(countLines([file("a\n\n// b\n"), file("c")])).toBe(4);
    expect(medianLength([lines(1), lines(90), lines(7)])).toBe(7);
    expect(findLongFiles([lines(200), lines(201)])).toEqual(["lib/a/b.ts: 201"]);
  });

  test("casts by way of unknown are found, not those in comments", () => {
    expect(findDoubleCasts([file("a as unknown as B;\n// c as unknown as D\n(e as unknown) as F;")])).toEqual([
      "lib/a/b.ts:1",
    ]);
  });

  test("spreads of literals are found, those of values are not", () => {
    const source = "({ ...{ a, b }, ...c, ...(d && { e }) });\n/* of\n   lists */ [...[1, 2], ...f]; g(...h);";
    expect(findPackingSpreads([file(source)])).toEqual(["lib/a/b.ts:1", "lib/a/b.ts:3"]);
  });

  test("casts of a body are found where the log of sessions is dealt with", () => {
    const events = 'import { x } from "@/lib/contract/session-events/events";\n';
    const casts = "(body as A); (event.body ?? {}) as B; (row.body as C).x; body as const; call.body as D;";
    expect(findUntypedReaders([file(events + casts)])).toHaveLength(3);
    expect(findUntypedReaders([file(casts)])).toEqual([]);
  });

  test("a large folder has a README of at most 30 lines", () => {
    const files = (count: number, folder: string) =>
      Array.from({ length: count }, (_, i) => file("", `${folder}/${i}.ts`));
    const all = [...files(15, "small"), ...files(16, "large"), ...files(16, "read"), ...files(16, "wordy")];
    const readmes: Record<string, string> = { read: "a\n".repeat(30), wordy: "a\n".repeat(31) };
    expect(foldersWithoutReadme(all, (folder) => readmes[folder])).toEqual(["large", "wordy"]);
  });

  test("knip's report is read", () => {
    const issues = [
      { file: "package.json", dependencies: [{ name: "left" }], devDependencies: [{ name: "right" }] },
      { file: "a.ts", exports: [{ name: "b" }], types: [{ name: "C" }], files: [] },
    ];
    expect(readUnused(JSON.stringify({ issues }))).toEqual({
      exports: ["a.ts: b", "a.ts: C"],
      packages: ["left", "right"],
    });
  });

  test("what is worse than its maximum, or has none, is named", () => {
    const maxima = { a: { max: 1, target: 0 }, b: { max: 3, target: 0 } };
    const figures = ["a", "b", "c"].map((name) => ({ name, value: 2 }));
    const { lines: printed, worse } = compare(figures, maxima);
    expect(worse.map(({ name }) => name)).toEqual(["a", "c"]);
    expect(printed[2]).toContain("lower the maximum");
  });
});
