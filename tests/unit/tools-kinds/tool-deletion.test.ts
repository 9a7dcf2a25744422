import { expect, test } from "vitest";
import { describeDeletion, searchLoss } from "@/components/tools/tool-deletion";

const loss =
  "This is the only tool that searches “Notes”. Without it, agents can't search this data source. The data source and its documents are kept, and you can create a new search tool.";

test("the only search tool of a connection names what is lost with it", () => {
  const tool = { type: "rag", datasourceName: "Notes", onlySearch: true } as const;
  expect([searchLoss(tool), describeDeletion(tool)]).toEqual([
    loss,
    `This also deletes its revisions and saved arguments. ${loss}`,
  ]);
});

test("any other tool takes nothing along but its revisions", () => {
  const another = { type: "rag", datasourceName: "Notes", onlySearch: false } as const;
  expect(searchLoss(another)).toBeUndefined();
  expect(describeDeletion(another)).toBe(
    "This also deletes its revisions and saved arguments. The data source it searches is kept.",
  );
  expect(describeDeletion({ type: "function", datasourceName: null, onlySearch: false })).toBe(
    "This also deletes its revisions and saved arguments.",
  );
});
