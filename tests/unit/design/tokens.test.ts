import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "../../support/imports";

const palette =
  "slate|gray|zinc|neutral|stone|red|orange|amber|yellow|lime|green|emerald|teal|cyan|sky|blue|indigo|violet|purple|fuchsia|pink|rose";

/** What screens may not write: it has a name in tailwind.config.ts, or does not exist there. */
const banned: Record<string, RegExp> = {
  "a colour of its own": /#[0-9a-f]{3,8}\b(?=["'\s;)\]])|\b(?:rgba?|hsla?|oklch)\(/i,
  "Tailwind's palette": new RegExp(`-(?:(?:${palette})-\\d{2,3}|white|black)\\b`),
  "a text size of its own": /\btext-(?:xs|sm|base|lg|\d?xl)\b|\btext-\[[\d.]/,
  "a weight of its own": /\bfont-(?:thin|light|bold|extrabold|black)\b/,
  "a radius of its own": /\brounded(?:-[trbl]{1,2})?-(?:xs|sm|md|lg|\d?xl)\b|\brounded-\[/,
  "a shadow of its own": /\bshadow-(?:xs|sm|md|lg|\d?xl|inner)\b|\bshadow-\[/,
};

const screens = sourceFiles().filter((file) => /^(?:app|components|context)\/.*\.tsx?$/.test(file));

describe("no screen writes", () => {
  test.each(Object.entries(banned))("%s", (_, pattern) => {
    expect(screens.length).toBeGreaterThan(50);
    const found = screens.flatMap((file) => {
      const match = pattern.exec(readFileSync(file, "utf8"));
      return match ? [`${file}: ${match[0]}`] : [];
    });
    expect(found).toEqual([]);
  });

  test.each<[string, boolean]>([
    ["text-sm", true],
    ["bg-zinc-50", true],
    ["text-white", true],
    ["rounded-lg", true],
    ["text-secondary rounded-control shadow-float bg-surface border-accent-border", false],
  ])("the patterns see %s: %s", (classes, seen) => {
    expect(Object.values(banned).some((pattern) => pattern.test(classes))).toBe(seen);
  });
});
