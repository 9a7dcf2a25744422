import { expect, test } from "vitest";
import { describeDeletion, searchLoss } from "@/components/tools/tool-deletion";

const loss =
  "It is the only tool that searches “Notes”: without it, no agent finds anything there. The connection and its documents stay, and a new search tool can be added.";

test("the only search tool of a connection names what is lost with it", () => {
  const tool = { type: "rag", datasourceName: "Notes", onlySearch: true } as const;
  expect([searchLoss(tool), describeDeletion(tool)]).toEqual([loss, `Its revisions are deleted too. ${loss}`]);
});

test("any other tool takes nothing along but its revisions", () => {
  const another = { type: "rag", datasourceName: "Notes", onlySearch: false } as const;
  expect(searchLoss(another)).toBeUndefined();
  expect(describeDeletion(another)).toBe("Its revisions are deleted too. The connection that it searches stays.");
  expect(describeDeletion({ type: "function", datasourceName: null, onlySearch: false })).toBe(
    "Its revisions are deleted too.",
  );
});
