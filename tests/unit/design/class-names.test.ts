import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "@/lib/utils/cn";

/** With the names of tailwind.config.ts. */
const merge = extendTailwindMerge({
  cacheSize: 0,
  extend: {
    theme: {
      text: ["label", "secondary", "body", "section", "title", "display"],
      radius: ["mark", "control", "card"],
      shadow: ["float"],
      container: ["list", "form", "chat", "reading", "dialog", "bare"],
    },
  },
});

/** Every word in the strings of the components that tailwind-merge knows as a class. */
function findClasses(): string[] {
  const found = new Set<string>();
  for (const folder of ["app", "components", "context"])
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".tsx") && !name.endsWith(".ts")) continue;
      const strings = readFileSync(join(folder, name), "utf8").matchAll(/"([^"\n]*)"|`([^`$]*)`/g);
      for (const [, quoted, template] of strings)
        for (const word of (quoted ?? template ?? "").split(/\s+/))
          if (/^[^"<>]+$/.test(word) && merge(`${word} ${word}`) === word) found.add(word);
    }
  return [...found];
}

const classes = findClasses();
const initials = [...new Set(classes.map(([initial]) => initial))];

test("many classes are in use", () => {
  expect(classes.length).toBeGreaterThan(500);
});

// A test for each initial, because all pairs together take seconds.
test.each(initials)(
  "of two classes, the first with %s, the same remain as with tailwind-merge's own list",
  (initial) => {
    const wrong: string[] = [];
    for (const first of classes.filter((name) => name.startsWith(initial ?? "")))
      for (const second of classes) {
        const both = `${first} ${second}`;
        // The same class twice is harmless.
        if (first !== second && cn(both) !== merge(both)) wrong.push(`${both}: ${cn(both)} instead of ${merge(both)}`);
      }
    expect(wrong).toEqual([]);
  },
);
