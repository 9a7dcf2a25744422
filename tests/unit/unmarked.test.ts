import { describe, expect, it } from "vitest";
import { unmarked } from "@/lib/utils/unmarked";

describe("markdown in one plain line", () => {
  it.each([
    ["**Chat** failed. Ask [Ada](https://example.test).", "Chat failed. Ask Ada."],
    ["**Hello \\[there\\]\\(x\\) \\*friend\\*** is done.", "Hello [there](x) *friend* is done."],
    ["a\\_b \\\\ c\\.d", "a_b \\ c.d"],
    ["two\n\nlines", "two lines"],
  ])("%j", (markdown, text) => {
    expect(unmarked(markdown)).toBe(text);
  });
});
