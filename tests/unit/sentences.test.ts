import { describe, expect, it, vi } from "vitest";
import { finishedLength, stripMarkdown } from "@/lib/utils/markdown/sentences";
import { longestBlock } from "../support/loop-delay";

vi.setConfig({ testTimeout: 60_000 });

describe("finishedLength", () => {
  it.each([
    ["Hello", 0],
    ["Hello. Wor", 6],
    ["It costs 3.50 and", 0],
    ["“Really?” he said", 9],
    ["A title\nand", 8],
  ])("%j", (text, length) => {
    expect(finishedLength(text)).toBe(length);
  });
});

describe("spoken", () => {
  it("names code and leaves marks out", () => {
    const text = "## Plan\n\n- **First** see [the guide](https://example.test)\n\n```ts\nconst a = 1;\n```\nDone.";
    expect(stripMarkdown(text)).toBe("Plan First see the guide Code block. Done.");
  });

  it("leaves out a table's lines, and keeps signs that are no marks", () => {
    expect(stripMarkdown("| Word | Times |\n|---|:--:|\n| same | 2 |")).toBe("Word Times same 2");
    expect(stripMarkdown("What is 25 * 7, 2*3 and snake_case? It is **175**, in `code`.")).toBe(
      "What is 25 * 7, 2*3 and snake_case? It is 175, in code.",
    );
  });
});

describe("100,000 characters", () => {
  const units = [
    "[",
    "![a](",
    "[a](b",
    "]",
    "-",
    "| -",
    "--|",
    ":",
    " ",
    "\t",
    "\n",
    "```",
    "~~~\n",
    "*",
    "* ",
    "_a",
    "a*",
    ".",
    '."',
    "#",
    "> ",
  ];

  it.each(units)("of %j take time that grows no faster than they do", async (unit) => {
    const text = `a\n${unit.repeat(100_000 / unit.length)}x`;
    const { blockedMs } = await longestBlock(async () => [stripMarkdown(text), finishedLength(text)]);
    expect(blockedMs).toBeLessThan(500);
  });
});
