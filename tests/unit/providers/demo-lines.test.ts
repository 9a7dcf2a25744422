import type { JSONSchema7 } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { createDemoArguments } from "@/lib/server/engine/models/providers/demo/demo-arguments";
import { readOutputs } from "@/lib/server/engine/models/providers/demo/demo-outputs";
import { answerScript } from "@/lib/server/engine/models/providers/demo/demo-scripts";
import { readTemplates } from "@/lib/templates/read-templates";

const schemaOf = (id: string) =>
  readTemplates().find((one) => one.id === id)?.file.tasks[0]?.structuredOutput as JSONSchema7;
const promptOf = (form: string) =>
  `Your task: Do it.\n\nExpected output: A list.\n\nForm:\n${form}\n\nRespond with JSON only, without any other text. It must match this JSON Schema:\n\n{}`;

describe("structured output from a form's lines", () => {
  it("has a task for each line with a name", () => {
    const form =
      "- Meeting: Weekly\n- Date: 2026-03-02\n- Notes: We talked about prices.\n- Ada: send the offer by Friday.\n\n* Grace: Call the printer";
    expect(createDemoArguments(schemaOf("meeting-notes"), promptOf(form))).toEqual({
      meeting: "Weekly",
      date: "2026-03-02",
      tasks: [
        { task: "Send the offer", owner: "Ada", due: "Friday" },
        { task: "Call the printer", owner: "Grace", due: "no date" },
      ],
    });
  });

  it("has none for notes without tasks, and leaves a comment out", () => {
    const form = "- Meeting: Weekly\n- Date: 2026-03-02\n- Notes: We talked.\n\nComment: Ada: that was all";
    expect(createDemoArguments(schemaOf("meeting-notes"), promptOf(form))).toMatchObject({ tasks: [] });
  });

  it("sorts changes by their first word", () => {
    const form =
      "- Product: Muster\n- Version: 2.1\n- Changes: a1b2c3d Add a dark theme\n- Fix the search\nFaster start\nNew: templates";
    expect(createDemoArguments(schemaOf("release-notes"), promptOf(form))).toEqual({
      product: "Muster",
      version: "2.1",
      added: ["Add a dark theme", "New: templates"],
      improved: ["Faster start"],
      fixed: ["Fix the search"],
    });
  });
});

describe("an earlier task's structured output", () => {
  const request = (output: unknown) => `Your task: X.\n\nOutput of the task “Y”:\n\n${JSON.stringify(output, null, 2)}`;

  it("is text, a list or a table", () => {
    const output = { title: "Weekly", items: ["a", "b"], rows: [{ task: "x|y", due: "May" }], none: [] };
    expect(readOutputs(request(output))).toEqual([
      ["title", "Weekly"],
      ["items", "- a\n- b"],
      ["rows", "| Task | Due |\n| --- | --- |\n| x y | May |"],
      ["none", "None."],
    ]);
  });

  it.each(["{", "Output of the task “Y”:\n\n{\n broken\n}", ""])("is ignored if it is no JSON: %j", (text) => {
    expect(readOutputs(text)).toEqual([]);
  });
});

describe("a script with a citation", () => {
  const question = "How do I return an item?";
  const passages = (heading: string) => ({
    tool: "search",
    failed: false,
    text: `Passages from Help center.\n\n[3] Returns (Exchanges)\nText.\n\n[7] Returns (sample) (${heading})\nText.`,
  });

  it("cites the section by its heading", () => {
    const answer = answerScript(question, passages("How to return an item"));
    expect(answer).toContain("within 30 days of delivery** [7]:");
  });

  it("is skipped if the search found other sections", () => {
    expect(answerScript(question, passages("Repairs"))).toBeUndefined();
    expect(answerScript(question)).toBeUndefined();
  });
});
