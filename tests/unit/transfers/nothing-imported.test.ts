import { expect, it } from "vitest";
import { describeNothingImported } from "@/components/import-export/nothing-imported";
import type { ImportPreview, ReportEntry } from "@/lib/contract/transfers/schemas";

const entry = (outcome: ReportEntry["outcome"]): ReportEntry => ({
  part: "Loop",
  type: "node",
  outcome,
  note: "It waits for itself.",
});
const read = (report: ReportEntry[], kinds: string[] = ["app"], system = "flowise") =>
  describeNothingImported({
    source: { system, version: null, parts: report.length },
    report,
    parts: kinds.map((kind) => ({ kind })),
  } as Pick<ImportPreview, "source" | "report" | "parts">);

it("says why nothing of another system's file is imported", () => {
  const message = "Nothing in this file could be imported. Loop: It waits for itself.";
  expect(read([entry("left"), entry("needs")])).toEqual({ message, empty: true });
  expect(read([entry("needs")], ["app", "task"])).toEqual({ message, empty: false });
  expect(read([])).toEqual({ message: "Nothing in this file could be imported.", empty: true });
});

it("says nothing if a part is imported or approximated, or the file is Muster's own", () => {
  expect(read([entry("left"), entry("approximated")])).toBeUndefined();
  expect(read([entry("taken")])).toBeUndefined();
  expect(read([], ["app"], "muster")).toBeUndefined();
});
