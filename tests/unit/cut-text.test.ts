import { describe, expect, it } from "vitest";
import { decodeText } from "@/lib/server/engine/runs/context/files";
import { toPreview } from "@/lib/server/engine/runs/outcome/finish";
import { copyName } from "@/lib/server/platform/db/query/edit";
import { truncate } from "@/lib/utils/text/truncate";

describe("a text that is cut", () => {
  it("keeps pairs whole and leaves short ones alone", () => {
    expect(truncate("ab😀", 3)).toBe("ab");
    expect(truncate("ab😀", 4)).toBe("ab😀");
    expect(truncate("abc", 2)).toBe("ab");
  });

  it.each(["x".repeat(199), `x${" ".repeat(998)}`])("as a session's preview has no half of a pair", (before) => {
    expect(toPreview(`${before}😀y`)).toMatch(/^x+$/);
  });
});

it("cuts the name of a copy between characters", () => {
  const copy = copyName(`${"x".repeat(91)}😀`);
  expect([copy.length, copy.isWellFormed()]).toEqual([99, true]);
});

describe("an attached text", () => {
  const utf16le = (text: string) => Buffer.from(`\ufeff${text}`, "utf16le");

  it("is read as its byte order mark says, else as UTF-8", () => {
    expect(decodeText(utf16le("Grüße 😀"))).toBe("Grüße 😀");
    expect(decodeText(utf16le("Grüße 😀").swap16())).toBe("Grüße 😀");
    expect(decodeText(Buffer.from("\ufeffGrüße 😀"))).toBe("Grüße 😀");
  });

  it("has nothing that can't be stored, and is cut between characters", () => {
    expect(decodeText(Buffer.from("a\0b"))).toBe("ab");
    const long = decodeText(Buffer.from(`${"x".repeat(99_999)}😀`));
    expect([long.length, long.isWellFormed()]).toEqual([99_999, true]);
    expect(decodeText(Buffer.from("ab😀").subarray(0, 4))).toBe("ab");
  });
});
