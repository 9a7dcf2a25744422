import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, variablesOf } from "../support/css-colours";

const css = readFileSync("styles/globals.css", "utf8");
const light = variablesOf(css, ":root");
const themes = { light, dark: variablesOf(css, ".dark") };

const grounds = ["canvas", "surface", "raised", "sunken"];
const tones = ["accent", "success", "warning", "danger", "info"];
const texts = ["text", "text-muted", "text-faint", ...tones];

const pairs: [string, string, number][] = [
  ...grounds.flatMap((ground) => texts.map((text): [string, string, number] => [text, ground, 4.5])),
  ...tones.flatMap((tone): [string, string, number][] => [
    [tone, `${tone}-tint`, 4.5],
    ["text", `${tone}-tint`, 4.5],
    ["text-muted", `${tone}-tint`, 4.5],
    ["accent-contrast", tone, 4.5],
  ]),
  ...grounds.map((ground): [string, string, number] => ["border-strong", ground, 3]),
];

test("the figure is WCAG's", () => {
  expect(contrast("oklch(1 0 0)", "oklch(0 0 0)")).toBeCloseTo(21, 5);
  expect(contrast("oklch(0.5 0.1 30)", "oklch(0.5 0.1 30)")).toBe(1);
  // #767676 on white, the known edge of AA.
  expect(contrast("oklch(0.5676 0 0)", "oklch(1 0 0)")).toBeCloseTo(4.54, 1);
});

test("both themes name the same variables", () => {
  expect([...themes.dark.keys()]).toEqual([...light.keys()]);
});

describe.each(Object.entries(themes))("%s", (_, variables) => {
  test.each(pairs)("%s on %s is at least %d", (text, ground, least) => {
    const [one, other] = [variables.get(text), variables.get(ground)];
    expect(contrast(one ?? "", other ?? "")).toBeGreaterThanOrEqual(least);
  });
});
