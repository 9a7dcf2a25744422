import { expect, test } from "vitest";
import { isShortcut } from "@/lib/utils/browser/shortcut";

const press = (key: string, held: Partial<Record<"ctrlKey" | "metaKey" | "altKey", boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test.each([
  ["mod+b", press("b", { ctrlKey: true }), true],
  ["mod+b", press("B", { metaKey: true }), true],
  ["mod+b", press("b"), false],
  ["mod+b", press("b", { ctrlKey: true, altKey: true }), false],
  ["/", press("/"), true],
  ["/", press("/", { ctrlKey: true }), false],
  ["?", press("?"), true],
])("%s: %j is %s", (combination, event, expected) => expect(isShortcut(combination, event)).toBe(expected));
