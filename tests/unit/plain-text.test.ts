import { describe, expect, it } from "vitest";
import { toPlainText } from "@/lib/utils/markdown/plain-text";

describe("markdown in one plain line", () => {
  it.each([
    ["**Chat** failed. Ask [Ada](https://example.test).", "Chat failed. Ask Ada."],
    ["**Hello \\[there\\]\\(x\\) \\*friend\\*** is done.", "Hello [there](x) *friend* is done."],
    ["a\\_b \\\\ c\\.d", "a_b \\ c.d"],
    ["two\n\nlines", "two lines"],
  ])("%j", (markdown, text) => {
    expect(toPlainText(markdown)).toBe(text);
  });
});
