import { describe, expect, it } from "vitest";
import {
  difyApp,
  difyLlm,
  difyNode,
  flowiseEdge,
  flowiseNode,
  noteOf,
  outcomeOf,
  readOk,
} from "../../../support/foreign-files";

const llm = (id: string) => flowiseNode(id, "llmAgentflow", { llmUserMessage: `Do ${id}.` });
const human = (id: string) => flowiseNode(id, "humanInputAgentflow", { humanInputDescription: `<p>Go on, ${id}?</p>` });
const approve = (from: string, to: string) => flowiseEdge(from, to, `${from}-output-0`);
const reject = (from: string, to: string) => flowiseEdge(from, to, `${from}-output-1`);
const start = flowiseNode("start", "startAgentflow", {});

const branchesOf = ({ whole }: ReturnType<typeof readOk>) =>
  (whole.app as { branches?: { name: string; defaultName: string }[] }).branches ?? [];

it("a person decides whether what follows an approval runs, and not what is beside it", () => {
  const found = readOk({
    nodes: [start, human("ask"), llm("aside"), llm("one"), llm("two")],
    edges: [flowiseEdge("start", "ask"), flowiseEdge("start", "aside"), approve("ask", "one"), approve("ask", "two")],
  });
  expect(branchesOf(found)).toMatchObject([
    {
      name: "ask",
      by: "person",
      instructions: "Go on, ask?",
      cases: [{ name: "Approve", tasks: ["one", "two"] }],
      defaultName: "Reject",
      defaultTasks: [],
    },
  ]);
  expect(found.whole.tasks.every(({ requiresHumanInput }) => !requiresHumanInput)).toBe(true);
  expect(outcomeOf(found, "ask")).toBe("taken");
});

it("two approvals before a task are branches, the second one within the first", () => {
  const found = readOk({
    nodes: [start, llm("write"), human("first"), human("second"), llm("send")],
    edges: [
      flowiseEdge("start", "write"),
      flowiseEdge("write", "first"),
      approve("first", "second"),
      approve("second", "send"),
    ],
  });
  expect(branchesOf(found)).toMatchObject([
    { name: "first", after: ["write"], within: null },
    {
      name: "second",
      after: ["write"],
      within: { branch: "branch_1", cases: ["case_1"] },
      cases: [{ tasks: ["send"] }],
    },
  ]);
  expect(found.whole.tasks[1]).toMatchObject({ name: "send", context: ["write"] });
});

it("an approval that leads back after a rejection skips what follows it, and keeps the order of the rest", () => {
  const found = readOk({
    nodes: [start, llm("send"), llm("revise"), human("ask"), llm("write")],
    edges: [
      flowiseEdge("start", "write"),
      flowiseEdge("write", "ask"),
      approve("ask", "send"),
      reject("ask", "revise"),
      flowiseEdge("revise", "write"),
    ],
  });
  expect(found.whole.app).toMatchObject({ tasks: ["write", "send"] });
  expect(branchesOf(found)).toMatchObject([{ cases: [{ tasks: ["send"] }], defaultTasks: [] }]);
  expect(outcomeOf(found, "ask")).toBe("approximated");
  expect(noteOf(found, "ask")).toContain("On Reject, the source goes back.");
  expect(noteOf(found, "revise")).toContain("repeats what comes before the decision");
});

it("a task that also runs after a rejection runs in any case, after the decision", () => {
  const found = readOk({
    nodes: [start, llm("log"), human("ask"), llm("write"), llm("send"), llm("regret")],
    edges: [
      flowiseEdge("start", "write"),
      flowiseEdge("write", "ask"),
      approve("ask", "send"),
      reject("ask", "regret"),
      flowiseEdge("send", "log"),
      flowiseEdge("regret", "log"),
    ],
  });
  expect(branchesOf(found)).toMatchObject([{ cases: [{ tasks: ["send"] }], defaultTasks: ["regret"] }]);
  expect(found.whole.tasks.find(({ name }) => name === "log")).toMatchObject({ context: ["send", "regret"] });
});

it("what follows an approval without a way out that is known follows an approval", () => {
  const found = readOk({
    nodes: [start, human("ask"), llm("send")],
    edges: [flowiseEdge("start", "ask"), flowiseEdge("ask", "send")],
  });
  expect(branchesOf(found)).toMatchObject([{ cases: [{ tasks: ["send"] }], defaultTasks: [] }]);
});

it("an approval on a branch that Muster can't express is named, and what follows both is no task", () => {
  const branch = flowiseNode("which", "conditionAgentflow", {}, { outputAnchors: [{ id: "a" }, { id: "b" }] });
  const found = readOk({
    nodes: [start, branch, human("ask"), llm("last")],
    edges: [
      flowiseEdge("start", "which"),
      flowiseEdge("which", "ask", "a"),
      approve("ask", "last"),
      flowiseEdge("which", "last", "b"),
    ],
  });
  expect(noteOf(found, "last")).toContain("as the agent “last” without a task");
  expect(outcomeOf(found, "ask")).toBe("needs");
  expect(noteOf(found, "ask")).toContain("only on some branches of “which”");
});

it("of nodes with the same ID, the first one becomes a task, and the others are named", () => {
  const twin = { ...llm("write"), data: { ...llm("write").data, label: "Twin" } };
  const found = readOk({
    nodes: [start, llm("write"), twin, llm("send")],
    edges: [flowiseEdge("start", "write"), flowiseEdge("write", "send")],
  });
  expect(found.whole.app).toMatchObject({ tasks: ["write", "send"] });
  expect(outcomeOf(found, "Twin")).toBe("needs");
  expect(noteOf(found, "Twin")).toContain("another node has the same ID");
});

describe("a human input of Dify", () => {
  const actions = "[{ id: ok, title: Send }, { id: change, title: Change it }]";
  const review = (more = "") =>
    difyNode(
      "review",
      "human-input",
      `form_content: "Send {{#write.text#}} {{#$output.tone#}}?", user_actions: ${actions}${more}`,
    );
  const flow = (more: string, edges: [string, string, string?][]) =>
    readOk(
      difyApp(
        [
          difyNode("start", "start"),
          difyLlm("write", "W."),
          review(more),
          difyLlm("send", "S."),
          difyLlm("late", "L."),
        ].join("\n"),
        [["start", "write"], ["write", "review"], ["review", "send", "ok"], ...edges],
      ),
    );

  it("lets a person choose an action, the last one by default", () => {
    const found = flow(", timeout: 2, timeout_unit: hour, inputs: [{ output_variable_name: tone }]", [
      ["review", "late", "change"],
    ]);
    expect(branchesOf(found)).toMatchObject([
      {
        by: "person",
        instructions: "Send the output of “write” ?",
        after: ["write"],
        asks: { minutes: 120, onDeadline: "end" },
        cases: [{ name: "Send", tasks: ["send"] }],
        defaultName: "Change it",
        defaultTasks: ["late"],
      },
    ]);
    expect(outcomeOf(found, "review: tone")).toBe("needs");
    expect(noteOf(found, "review")).toContain("The form has a comment.");
  });

  it("goes back after any of its actions, which is named, and goes on after the others", () => {
    const actions = ["ok, title: Send", "again, title: Write again", "no, title: Never"].map((one) => `{ id: ${one} }`);
    const back: [string, string, string][] = [
      ["review", "write", "again"],
      ["review", "late", "no"],
    ];
    const text = difyApp(
      [
        difyNode("start", "start"),
        difyLlm("write", "W."),
        difyNode(
          "review",
          "human-input",
          `user_actions: [${actions.join(", ")}], inputs: [{ output_variable_name: tone }]`,
        ),
        difyLlm("send", "S."),
        difyLlm("late", "L."),
      ].join("\n"),
      [["start", "write"], ["write", "review"], ["review", "send", "ok"], ...back],
    );
    const found = readOk(text);
    expect(found.whole.app).toMatchObject({ tasks: ["write", "send", "late"] });
    expect(branchesOf(found)).toMatchObject([
      {
        cases: [{ tasks: ["send"] }, { name: "Write again", tasks: [] }],
        defaultName: "Never",
        defaultTasks: ["late"],
      },
    ]);
    expect(noteOf(found, "review")).toMatch(/The form has a comment\. On Write again, the source goes back\./);
  });

  it("has a default case with a name that can be one", () => {
    const named = (title: string) => {
      const actions = `[{ id: ok, title: Send }, { id: no, title: ${JSON.stringify(title)} }]`;
      const nodes = [
        difyNode("start", "start"),
        difyNode("review", "human-input", `user_actions: ${actions}`),
        difyLlm("send", "S."),
      ];
      return branchesOf(
        readOk(
          difyApp(nodes.join("\n"), [
            ["start", "review"],
            ["review", "send", "ok"],
          ]),
        ),
      )[0]?.defaultName;
    };
    expect(["", "  ", "Send", "Not {town}"].map(named)).toEqual(["Otherwise", "Otherwise", "Send", "Not town"]);
    expect(named("x".repeat(300))?.length).toBeLessThanOrEqual(100);
  });

  it("goes on after its timeout on a way of its own", () => {
    const found = flow(", timeout: 3, timeout_unit: day", [["review", "late", "__timeout"]]);
    expect(branchesOf(found)).toMatchObject([
      {
        asks: { minutes: 4_320, onDeadline: "reject" },
        cases: [
          { name: "Send", tasks: ["send"] },
          { name: "Change it", tasks: [] },
        ],
        defaultName: "No response",
        defaultTasks: ["late"],
      },
    ]);
  });

  it.each(["[]", "no", "[{}]", `[${"{ id: a, title: A },".repeat(30)}]`])(
    "with actions %s is named or asks",
    (some) => {
      const text = difyApp(
        [
          difyNode("start", "start"),
          difyNode("review", "human-input", `user_actions: ${some}, timeout: x`),
          difyLlm("send", "S."),
        ].join("\n"),
        [
          ["start", "review"],
          ["review", "send", "ok"],
        ],
      );
      expect(readOk(text).report.find(({ part }) => part === "review")?.note).toMatch(/branch/i);
    },
  );
});
