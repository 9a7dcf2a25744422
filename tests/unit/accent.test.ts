import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toAccentVariants } from "@/lib/utils/color/accent";
import { luminance, variablesOf } from "../support/css-colours";

const css = readFileSync("styles/globals.css", "utf8");
const themes = { light: variablesOf(css, ":root"), dark: variablesOf(css, ".dark") };
const grounds = ["canvas", "surface", "raised", "sunken"];

/** WCAG's relative luminance of `#rrggbb`. */
function ofHex(hex: string): number {
  const value = Number.parseInt(hex.slice(1), 16);
  const [red = 0, green = 0, blue = 0] = [value >> 16, (value >> 8) & 255, value & 255].map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const figure = (colour = "") => (colour.startsWith("#") ? ofHex(colour) : luminance(colour));
function contrast(one = "", other = ""): number {
  const [low = 0, high = 0] = [figure(one), figure(other)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const levels = ["00", "33", "66", "99", "cc", "ff"];
const colours = levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => `#${r}${g}${b}`)));

test.each(["light", "dark"] as const)("every color of a link stays legible in the %s theme", (theme) => {
  const variables = themes[theme];
  for (const colour of colours) {
    const { accent, contrast: label, tint } = toAccentVariants(colour, theme);
    const pairs = [
      ...grounds.map((ground) => [accent, variables.get(ground)]),
      [accent, tint],
      [accent, label],
      [variables.get("text"), tint],
      [variables.get("text-muted"), tint],
    ];
    expect([colour, Math.min(...pairs.map(([one, other]) => contrast(one, other))) >= 4.5]).toEqual([colour, true]);
  }
});

test("a color that is legible is used as it is", () => {
  expect(toAccentVariants("#0B5394", "light")).toMatchObject({ accent: "#0b5394", contrast: "#ffffff" });
  expect(toAccentVariants("#ffcc00", "dark")).toMatchObject({ accent: "#ffcc00", contrast: "#000000" });
});
