import { describe, expect, test } from "vitest";
import { nameField } from "@/lib/contract/base/fields";
import { variableForm } from "@/lib/contract/variables/schemas";

const point = (code: number): string => String.fromCodePoint(code);
const span = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe("a name", () => {
  const refused = [...span(0, 0x1f), ...span(0x7f, 0x9f), ...span(0x202a, 0x202e), ...span(0x2066, 0x2069)];

  test.each(refused.map((code) => [code.toString(16)]))("has no U+%s in it", (code) => {
    const { success, error } = nameField.safeParse(`Ada${point(Number.parseInt(code, 16))}Lovelace`);
    expect(success).toBe(false);
    expect(error?.issues.map(({ message }) => message)).toEqual([
      "Remove line breaks, control characters and invisible or text-direction characters.",
    ]);
  });

  test.each([
    "עדה לאבלייס",
    "آدا لاولیس",
    "می\u200Cخواهم",
    "👩\u200D💻 team",
    "क्\u200Dष",
    "Zoë 🏳️\u200D🌈",
    "אבג ABC 12",
  ])("is taken as it is: %s", (name) => expect(nameField.parse(name)).toBe(name));

  test.each(["\u200B", "\u200D\u200C", "\uFEFF\u2060", "\u00AD", "\u3164", "\u2800 \u200E"])(
    "shows something: not %j",
    (name) => expect(nameField.safeParse(name).success).toBe(false),
  );

  test("of a variable is held to the same", () => {
    const of = (name: string) => variableForm.safeParse({ name, defaultValue: "" }).success;
    expect([of("city"), of("\u202Eytic"), of("\u200B")]).toEqual([true, false, false]);
  });

  test("loses the white space around it", () => expect(nameField.parse(" \tAda\r\n")).toBe("Ada"));
});
