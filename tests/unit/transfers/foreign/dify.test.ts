import { expect, it } from "vitest";
import { difyApp, difyLlm, difyNode, noteOf, outcomeOf, readOk } from "../../../support/foreign-files";

const start = difyNode("start", "start", "variables: [{ variable: letter, label: Letter, type: paragraph }]");

it("a workflow of Dify becomes a process in the order of its connections", () => {
  const nodes = [
    difyNode("end", "end"),
    difyLlm("answer", "Answer {{#start.letter#}} by {{#read.text#}} with {{#env.tone#}}."),
    start,
    difyLlm("read", "Read {{#start.letter#}}."),
  ];
  const more = "conversation_variables: [{ name: mood }]";
  const text = difyApp(
    nodes.join("\n"),
    [
      ["start", "read"],
      ["read", "answer"],
      ["answer", "end"],
    ],
    more,
  );
  const found = readOk(text);
  expect(found.source).toEqual({ system: "dify", version: "0.3.0", parts: 10 });
  expect(found.whole.app).toMatchObject({ name: "Letters", type: "process", tasks: ["read", "answer"] });
  expect(found.whole.agents[1]?.backstory).toBe("Answer {letter} by the output of “read” with {tone}.");
  expect(found.whole.tasks[1]?.context).toEqual(["read"]);
  expect(outcomeOf(found, "read: temperature")).toBe("left");
  expect(readOk(text.replace("version: 0.3.0\n", "")).source.version).toBe("0.1.0");
});

it("a classifier of Dify is named with the nodes on its branches", () => {
  const nodes = [
    start,
    difyNode("sort", "question-classifier", "classes: [{ id: a, name: A }, { id: b, name: B }]"),
    difyLlm("one", "One."),
    difyNode("search", "knowledge-retrieval", "dataset_ids: [encrypted]"),
    difyLlm("two", "Two.", ", context: { enabled: true, variable_selector: [search, result] }"),
    difyNode("join", "variable-aggregator"),
    difyLlm("last", "Last."),
  ];
  const found = readOk(
    difyApp(nodes.join("\n"), [
      ["start", "sort"],
      ["sort", "one", "a"],
      ["sort", "search", "b"],
      ["search", "two"],
      ["one", "join"],
      ["two", "join"],
      ["join", "last"],
    ]),
  );
  expect(found.whole.app).toMatchObject({ tasks: ["last"] });
  expect(found.whole.agents.map(({ name }) => name).sort()).toEqual(["last", "one", "two"]);
  expect(noteOf(found, "two")).toContain("only on some branches of “sort”");
  expect(found.whole.datasources).toMatchObject([{ name: "search" }]);
  expect(outcomeOf(found, "search: knowledge")).toBe("needs");
});

const grouped = "advanced_settings: { group_enabled: true, groups: [{ group_name: g, variables: [[two, text]] }] }";

it.each([
  ["a search", "search, result", "the passages that were found", "approximated"],
  ["a task", "one, text", "the output of “one”", "taken"],
  ["an input", "start, letter", "{letter}", "taken"],
  ["an aggregator", "join, output", "the output of “one” or the output of “two” or {letter}", "taken"],
  ["an aggregator of a search", "found, output", "the passages that were found", "approximated"],
  ["a group of an aggregator", "groups, g, output", "the output of “two”", "taken"],
  ["an aggregator of itself", "round, output", "the output of “round”", "approximated"],
])("the context of Dify is %s", (_title, selector, expected, outcome) => {
  const nodes = [
    start,
    difyLlm("one", "One."),
    difyLlm("two", "Two."),
    difyNode("search", "knowledge-retrieval"),
    difyNode("join", "variable-aggregator", "variables: [[one, text], [two, text], [start, letter]]"),
    difyNode("found", "variable-assigner", "variables: [[search, result]]"),
    difyNode("groups", "variable-aggregator", `variables: [[one, text]], ${grouped}`),
    difyNode("round", "variable-aggregator", "variables: [[round, output]]"),
    difyLlm("last", "Use {{#context#}}.", `, context: { enabled: true, variable_selector: [${selector}] }`),
  ];
  const ids = ["start", "one", "two", "search", "join", "found", "groups", "round", "last"];
  const found = readOk(
    difyApp(
      nodes.join("\n"),
      ids.slice(1).map((id, i): [string, string] => [ids[i] ?? "", id]),
    ),
  );
  expect(found.whole.agents.at(-1)?.backstory).toBe(`Use ${expected}.`);
  expect(outcomeOf(found, "last")).toBe(outcome);
  expect(found.whole.tools.length).toBe(expected.startsWith("the passages") ? 1 : 0);
});

it("the end of Dify says where the result comes from", () => {
  const read = (work: string[], last: string, mode = "workflow") => {
    const ids = ["start", ...work, "last"];
    const nodes = [start, ...work.map((id) => difyLlm(id, "Do it.")), difyNode("last", last)];
    const edges = ids.slice(1).map((id, i): [string, string] => [ids[i] ?? "", id]);
    return noteOf(readOk(difyApp(nodes.join("\n"), edges, "", mode)), "last");
  };
  expect(read(["one"], "end")).toBe("The output of the last task is the result.");
  expect(read([], "end")).toBe("No task was imported whose output could be the result.");
  expect(read(["one"], "answer", "advanced-chat")).toBe(
    "The output of the agent is the answer. Fixed texts aren't sent.",
  );
});

it("cases of Dify get names of their own, and ways out that aren't their own make no branch", () => {
  const read = (classes: string) =>
    readOk(
      difyApp(
        [
          start,
          difyNode("sort", "question-classifier", `classes: [${classes}], model: { provider: openai, name: gpt-4o }`),
          difyLlm("one", "One."),
          difyLlm("last", "Last."),
        ].join("\n"),
        [
          ["start", "last"],
          ["start", "sort"],
          ["sort", "one", "a"],
        ],
      ),
    ).whole.app;
  const named = read("{ id: a, name: A (3) }, { id: b, name: A }, { id: c, name: A }");
  expect(named.type === "process" && named.branches?.[0]?.cases.map(({ name }) => name)).toEqual([
    "A (3)",
    "A",
    "A (4)",
  ]);
  const same = read("{ id: a, name: A }, { id: a, name: B }");
  expect(same).toMatchObject({ tasks: ["last"], branches: [] });
});

it("a classifier of Dify with a model becomes a branch, in whose cases the nodes on its ways out run", () => {
  const model = "model: { provider: openai, name: gpt-4o }";
  const nodes = [
    start,
    difyNode("sort", "question-classifier", `classes: [{ id: a, name: A }, { id: b, name: B }], ${model}`),
    difyLlm("one", "One."),
    difyNode(
      "check",
      "if-else",
      "cases: [{ case_id: x, conditions: [{ comparison_operator: contains, value: yes, variable_selector: [one, text] }] }]",
    ),
    difyLlm("two", "Two."),
    difyLlm("three", "Three."),
    difyLlm("last", "Last."),
  ];
  const found = readOk(
    difyApp(nodes.join("\n"), [
      ["start", "sort"],
      ["sort", "one", "a"],
      ["one", "check"],
      ["check", "two", "x"],
      ["sort", "three", "b"],
      ["two", "last"],
      ["check", "last", "false"],
      ["three", "last"],
    ]),
  );
  const { app } = found.whole;
  const [sort, check] = (app.type === "process" && app.branches) || [];
  expect(sort).toMatchObject({ name: "sort", by: "classification", model: "gpt-4o", defaultTasks: [], within: null });
  expect(sort?.cases.map(({ name, tasks }) => [name, tasks])).toEqual([
    ["A", ["one"]],
    ["B", ["three"]],
  ]);
  expect(check).toMatchObject({ name: "check", by: "value", source: "one", defaultTasks: [] });
  expect(check?.within).toEqual({ branch: sort?.id, cases: ["case_1"] });
  expect(check?.cases).toMatchObject([{ operator: "contains", value: "yes", tasks: ["two"] }]);
  expect(found.whole.tasks.find(({ name }) => name === "last")?.context).toEqual(["one", "three", "two"]);
  expect([outcomeOf(found, "sort"), outcomeOf(found, "check"), outcomeOf(found, "last")]).toEqual([
    "approximated",
    "taken",
    "taken",
  ]);
});

it("a case of Dify with several conditions becomes one, unless a comparison can't be expressed", () => {
  const condition = (selector: string, comparison: string, value = "") =>
    `{ variable_selector: [${selector}], comparison_operator: "${comparison}", value: "${value}" }`;
  const schema = "{ type: object, properties: { a: { type: object, properties: { b: { type: string } } } } }";
  const read = (...second: string[]) => {
    const cases = [
      `{ case_id: x, logical_operator: and, conditions: [${condition("start, letter", "contains", "refund")}, ${condition("one, text", "is", "yes")}] }`,
      `{ case_id: y, logical_operator: or, conditions: [${second.join(", ")}] }`,
    ];
    const nodes = [
      start,
      difyLlm("one", "One.", `, structured_output_enabled: true, structured_output: { schema: ${schema} }`),
      difyNode("check", "if-else", `cases: [${cases.join(", ")}]`),
      difyLlm("two", "Two."),
      difyLlm("three", "Three."),
    ];
    const edges: Parameters<typeof difyApp>[1] = [
      ["start", "one"],
      ["one", "check"],
      ["check", "two", "x"],
      ["check", "three", "y"],
    ];
    const secret = "environment_variables: [{ name: key, value_type: secret }]";
    return readOk(difyApp(nodes.join("\n"), edges).replace("environment_variables: []", secret));
  };
  const found = read(condition("one, text", "empty"), condition("one, structured_output, a, b", "not empty"));
  const { app } = found.whole;
  const [branch] = (app.type === "process" && app.branches) || [];
  expect(branch).toMatchObject({ by: "value", source: null, variable: "letter", defaultTasks: [] });
  expect(branch?.cases).toEqual([
    {
      id: "case_1",
      name: "contains refund and is yes",
      description: "",
      operator: "contains",
      value: "refund",
      conditions: [{ source: "one", operator: "equals", value: "yes" }],
      tasks: ["two"],
    },
    {
      id: "case_2",
      name: "empty or not empty",
      description: "",
      source: "one",
      operator: "isEmpty",
      value: "",
      conditions: [{ source: "one", field: "a.b", operator: "isNotEmpty", value: "" }],
      match: "any",
      tasks: ["three"],
    },
  ]);
  expect(outcomeOf(found, "check")).toBe("taken");
  for (const other of [
    condition("one, text", "≥", "1"),
    condition("one, text", "is"),
    condition("one, text", "is", "{{#start.letter#}}"),
    condition("sys, dialogue_count", ">", "1"),
    condition("one, usage, total_tokens", ">", "1"),
    condition("env, key", "is", "x"),
    "null",
  ]) {
    const lost = read(condition("one, text", "empty"), other);
    expect([outcomeOf(lost, "check"), lost.whole.tasks.map(({ name }) => name)]).toEqual(["needs", ["one"]]);
  }
  expect(outcomeOf(read(...Array(11).fill(condition("one, text", "empty"))), "check")).toBe("taken");
  expect(outcomeOf(read(...Array(12).fill(condition("one, text", "empty"))), "check")).toBe("needs");
});

it("code of Dify is switched off, and loops are named", () => {
  const nodes = [
    start,
    difyNode("calc", "code", 'code_language: python3, code: "import os\\ndef main():\\n  os.remove(1)"'),
    difyNode("each", "loop"),
  ];
  const found = readOk(
    difyApp(nodes.join("\n"), [
      ["start", "calc"],
      ["calc", "each"],
    ]),
  );
  const code = String(found.whole.tools[0]?.definition.code);
  expect(
    code
      .split("\n")
      .filter((line) => !line.startsWith("#"))
      .join("\n")
      .trim(),
  ).toBe('def main(args, env):\n    raise Exception("This tool is switched off.")');
  expect(noteOf(found, "each")).toContain("have no loops");
});

it("a chat of Dify without a graph becomes a chat", () => {
  const found = readOk(
    "app: { name: Helper, mode: agent-chat }\nkind: app\nversion: 0.1.2\nmodel_config:\n  model: { provider: anthropic, name: claude-sonnet-4 }\n  pre_prompt: Help {{who}}.\n  suggested_questions: [How are you?]\n  agent_mode: { tools: [{ tool_name: wikipedia_search }] }",
  );
  expect(found.whole.app).toMatchObject({ type: "chat", agent: "Helper", conversationStarters: ["How are you?"] });
  expect(found.whole.agents).toMatchObject([{ backstory: "Help {who}.", tools: ["Wikipedia"] }]);
});
