import { describe, expect, test } from "vitest";
import { cn } from "@/lib/utils/cn";
import { hashText } from "@/lib/utils/hash-text";
import { safeHref } from "@/lib/utils/paths/safe-href";
import { firstMessage } from "@/lib/utils/text/first-message";
import { formatCost, formatDuration } from "@/lib/utils/text/format-figures";
import { initials } from "@/lib/utils/text/initials";
import { relativeTime } from "@/lib/utils/text/relative-time";

test.each([
  ["Ada Lovelace", "AL"],
  ["ada", "A"],
  ["Ada King Lovelace", "AL"],
  ["grace.hopper@example.test", "GH"],
  ["  élan  vital ", "ÉV"],
  ["🙂 smile", "🙂S"],
  ["", "?"],
])("the initials of %j are %s", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test("a hash is the same each time and spreads", () => {
  expect(hashText("ada@example.test")).toBe(hashText("ada@example.test"));
  const tones = new Set(Array.from({ length: 50 }, (_, index) => hashText(`agent ${index}`) % 5));
  expect(tones.size).toBe(5);
});

describe("class names", () => {
  test("a size and a colour of text live side by side", () => {
    expect(cn("text-secondary text-muted")).toBe("text-secondary text-muted");
    expect(cn("border border-strong rounded-control")).toBe("border border-strong rounded-control");
  });

  test("of two that set the same thing the later wins", () => {
    expect(cn("text-body", "text-label")).toBe("text-label");
    expect(cn("text-muted", "text-danger")).toBe("text-danger");
    expect(cn("rounded-card", "rounded-full")).toBe("rounded-full");
    expect(cn("shadow-float", "shadow-none")).toBe("shadow-none");
    expect(cn("max-w-dialog", "max-w-form")).toBe("max-w-form");
  });
});

test.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [999.6, "1.0 s"],
  [59_900, "59.9 s"],
  [59_990, "1 min 0 s"],
  [119_800, "2 min 0 s"],
  [3_599_900, "1 h 0 min"],
  [7_800_000, "2 h 10 min"],
])("%d milliseconds are %s", (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test("a cost is never rounded to nothing", () => {
  expect([null, 0, 0.0004, 0.05, 12.345, 1e7].map(formatCost)).toEqual([
    "cost unknown",
    "$0",
    "< $0.01",
    "$0.05",
    "$12.35",
    "$10,000,000.00",
  ]);
});

test.each([
  [30, "just now"],
  [90, "1 minute ago"],
  [7_199, "1 hour ago"],
  [86_400, "yesterday"],
  [-172_800, "in 2 days"],
  [31_536_000, "last year"],
])("%d seconds before now is %s", (seconds, text) => {
  const now = Date.UTC(2026, 0, 15);
  expect(relativeTime(new Date(now - seconds * 1_000), now)).toBe(text);
});

test.each([
  [7 * 86_400 - 5, "in 7 days"],
  [60 * 86_400 - 5, "in 2 months"],
  [90 * 86_400 - 5, "in 3 months"],
  [365 * 86_400 - 5, "in 12 months"],
])("%d seconds from now is %s", (seconds, text) => {
  const now = Date.UTC(2026, 0, 15);
  expect(relativeTime(new Date(now + seconds * 1_000), now)).toBe(text);
});

test("what is upcoming within a minute is in a moment, whatever the clock says", () => {
  const now = Date.UTC(2026, 0, 15);
  expect([-30, 0, 30].map((seconds) => relativeTime(new Date(now + seconds * 1_000), now, true))).toEqual(
    Array(3).fill("in a moment"),
  );
  expect(relativeTime(new Date(now + 90_000), now, true)).toBe("in 2 minutes");
});

test("the first message of a form's error, however deep", () => {
  expect(firstMessage(undefined)).toBeUndefined();
  expect(firstMessage({ type: "x", message: "Needed." })).toBe("Needed.");
  expect(firstMessage([undefined, { message: "Too long." }])).toBe("Too long.");
  expect(firstMessage({ ref: { message: "not this" }, config: { key: { message: "A key." } } })).toBe("A key.");
  expect(firstMessage({ message: "", types: {} })).toBeUndefined();
});

test("only addresses of the open web are followed", () => {
  expect(safeHref("HTTPS://a.example/x")).toBe("HTTPS://a.example/x");
  expect(safeHref("mailto:ada@example.test")).toBe("mailto:ada@example.test");
  for (const href of [
    undefined,
    "",
    "//a.example",
    "/x",
    "javascript:1",
    " https://a.example",
    "https://",
    "http://[x",
  ]) {
    expect(safeHref(href), String(href)).toBeUndefined();
  }
});
