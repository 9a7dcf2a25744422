import { expect, test } from "vitest";
import { toCsvLine } from "@/lib/server/platform/http/responses/csv";

test.each(["=1+1", "+1", "-1+1", "@SUM(1)", "\t=1", "\r=1", "\n=1", "\uFF1D1+1", "\uFF0B1", "\uFF0D1", "\uFF20A"])(
  "a cell that a spreadsheet would run is plain text: %j",
  (text) => expect(toCsvLine([text])).toMatch(/^"?'/),
);

test("others stay as they are, quoted where they must be", () => {
  expect(toCsvLine(["Ada", -1, 'a "b", c', "a=1", null])).toBe('Ada,-1,"a ""b"", c",a=1,\r\n');
});
