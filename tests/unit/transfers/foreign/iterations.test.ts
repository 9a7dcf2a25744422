import { describe, expect, it } from "vitest";
import { findSchemaProblem } from "@/lib/server/platform/json-schema/schema-problem";
import {
  difyApp,
  difyLlm,
  difyNode,
  flowiseEdge,
  flowiseNode,
  inDifyIteration,
  noteOf,
  outcomeOf,
  readOk,
} from "../../../support/foreign-files";

const start = difyNode(
  "start",
  "start",
  "variables: [{ variable: item, label: Item }, { variable: files, type: file-list }]",
);
const extract = difyNode(
  "list",
  "parameter-extractor",
  "model: { provider: openai, name: gpt-4o }, parameters: [{ name: towns, type: 'array[string]' }], query: [start, item]",
);
const each = (more = "", selector = "[list, towns]") =>
  difyNode("each", "iteration", `iterator_selector: ${selector}, output_selector: [shorten, text]${more}`);
const inner = inDifyIteration("each", [
  difyNode("begin", "iteration-start"),
  difyLlm("write", "Write about {{#each.item#}}, number {{#each.index#}}, for {{#start.item#}}."),
  difyNode(
    "is-long",
    "if-else",
    "cases: [{ case_id: 'true', conditions: [{ comparison_operator: contains, value: York, variable_selector: [each, item] }] }]",
  ),
  difyLlm("shorten", "Shorten {{#write.text#}}."),
]);
const last = difyLlm("sum", "Sum up {{#each.output#}}.");
const edges: [string, string, string?][] = [
  ["start", "list"],
  ["list", "each"],
  ["begin", "write"],
  ["write", "is-long"],
  ["is-long", "shorten", "true"],
  ["each", "sum"],
];
const read = (nodes: string[], more = edges) => readOk(difyApp(nodes.join("\n"), more));
const branchesOf = ({ whole: { app } }: ReturnType<typeof readOk>) => (app.type === "process" && app.branches) || [];

describe("an iteration of Dify", () => {
  it("runs what is in it for each item, also in branches, and passes the outputs on", () => {
    const found = read([start, extract, each(", is_parallel: true, parallel_nums: 10"), ...inner, last]);
    expect(found.whole.app).toMatchObject({ tasks: ["list", "write", "shorten", "sum"] });
    const [iteration, branch] = branchesOf(found);
    expect(iteration).toMatchObject({ name: "each", by: "items", source: "list", field: "towns", concurrency: 8 });
    expect(iteration).toMatchObject({ itemTasks: ["write"], cases: [], maxItems: 100, within: null });
    expect(branch).toMatchObject({ variable: "item", within: { branch: iteration?.id, cases: ["each_item"] } });
    expect(branch?.cases).toMatchObject([{ operator: "contains", value: "York", tasks: ["shorten"] }]);
    expect(found.whole.tasks.map(({ context }) => context)).toEqual([[], ["list"], ["write"], ["shorten"]]);
    expect(found.whole.agents[3]?.backstory).toBe("Sum up the output of “shorten”.");
    expect(outcomeOf(found, "each")).toBe("approximated");
    expect(noteOf(found, "each")).toContain(
      "on 10 items at the same time, Muster on 8. The number of an item starts at 1",
    );
  });

  it("takes its list from the structured output of a model", () => {
    const schema =
      "{ type: object, properties: { towns: { type: array, items: { type: strange, enum: [Hull, York] } } }, required: [towns, other] }";
    const own = `, structured_output_enabled: true, structured_output: { schema: ${schema} }`;
    const nodes = [start, difyLlm("list", "List.", own), each("", "[list, structured_output, towns]"), ...inner];
    const found = read(nodes);
    expect(branchesOf(found)[0]).toMatchObject({ source: "list", field: "towns" });
    expect(found.whole.tasks[0]?.structuredOutput).toEqual({
      type: "object",
      properties: { towns: { type: "array", items: { type: "string", enum: ["Hull", "York"] } } },
      required: ["towns"],
    });
    expect(findSchemaProblem(found.whole.tasks[0]?.structuredOutput)).toBeUndefined();
    expect(outcomeOf(found, "list: structured_output")).toBeUndefined();
  });

  it("has its item in tasks, and a variable of this name gets another one", () => {
    const asks = (text: string) => `prompt_template: [{ role: user, text: "${text}" }]`;
    const nodes = inDifyIteration("each", [
      difyNode("write", "llm", asks("About {{#each.item.name#}} for {{#start.item#}}")),
    ]);
    const found = read([start, each("", "[start, item]"), ...nodes], [["start", "each"]]);
    expect(found.whole.tasks[0]?.description).toBe("About the field “name” of {item} for {item_value}");
    expect(found.whole.agents[0]?.backstory).toBe("About the field “name” of the current item for {item_value}");
    expect(branchesOf(found)).toMatchObject([{ source: null, variable: "item_value", itemTasks: ["write"] }]);
    expect(outcomeOf(found, "each")).toBe("taken");
  });

  it.each([
    ["comes from code", difyNode("list", "code"), "[list, towns]", "comes from “list”"],
    ["is a field that the output doesn't have", extract, "[list, villages]", "comes from “list”"],
    ["is one of files", extract, "[start, files]", "can't be read"],
  ])("whose list %s asks for it", (_title, list, selector, note) => {
    const found = read([start, list, each("", selector), ...inner]);
    expect(branchesOf(found)[0]).toMatchObject({
      source: null,
      field: "",
      variable: "each_list",
      itemTasks: ["write"],
    });
    expect(outcomeOf(found, "each")).toBe("needs");
    expect(noteOf(found, "each")).toContain(note);
  });

  it("after another one takes the outputs of its items", () => {
    const again = difyNode("again", "iteration", "iterator_selector: [each, output], output_selector: [x, text]");
    const nodes = [
      start,
      extract,
      each(),
      ...inner,
      again,
      ...inDifyIteration("again", [difyLlm("x", "Do {{#again.item#}}.")]),
    ];
    const found = read(nodes, [...edges, ["each", "again"]]);
    expect(branchesOf(found).find(({ name }) => name === "again")).toMatchObject({ source: "shorten", field: "" });
    expect(outcomeOf(found, "again")).toBe("taken");
  });

  it("has outputs that a branch after it can't compare", () => {
    const which = "variable_selector: [each, output], comparison_operator: not empty";
    const branch = difyNode("which", "if-else", `cases: [{ case_id: 'true', conditions: [{ ${which} }] }]`);
    const found = read([start, extract, each(), ...inner, branch, last], [...edges, ["each", "which"]]);
    expect(branchesOf(found).map(({ name }) => name)).toEqual(["each", "is-long"]);
    expect(outcomeOf(found, "which")).toBe("needs");
  });

  it.each([
    ["no nodes in it", [each()], "Nothing in it becomes a task."],
    [
      "only code in it",
      [each(), ...inDifyIteration("each", [difyNode("calc", "code")])],
      "Nothing in it becomes a task.",
    ],
    ["itself around it", inDifyIteration("each", [each()]), "Nothing in it becomes a task."],
    [
      "another one around it that is in it",
      [...inDifyIteration("other", [each()]), ...inDifyIteration("each", [difyNode("other", "iteration")])],
      "nothing in the flow leads to it.",
    ],
  ])("with %s is named", (_title, nodes, note) => {
    const found = read([start, extract, ...nodes, last]);
    expect(noteOf(found, "each")).toContain(note);
    expect(branchesOf(found)).toEqual([]);
  });

  it("asks for a list of its own, also if it has the name of another one", () => {
    const other = difyNode("other", "iteration", "iterator_selector: [calc, list]").replace(
      "title: other",
      "title: each",
    );
    const lists = [each("", "[calc, list]"), other, ...inner, ...inDifyIteration("other", [difyLlm("dig", "Dig.")])];
    const found = read([start, ...lists], [...edges, ["start", "each"], ["start", "other"]]);
    expect(branchesOf(found).map(({ variable }) => variable)).toEqual(["each_list", "item", "each_list_2"]);
  });

  it("in another one is named with what is in it, and what is around it stays", () => {
    const nested = difyNode("deep", "iteration", "iterator_selector: [write, text], output_selector: [dig, text]");
    const found = read(
      [
        start,
        extract,
        each(),
        ...inner,
        ...inDifyIteration("each", [nested]),
        ...inDifyIteration("deep", [difyLlm("dig", "Dig.")]),
        last,
      ],
      [...edges, ["shorten", "deep"]],
    );
    expect(noteOf(found, "deep")).toContain("no iteration in another one");
    expect(noteOf(found, "dig")).toContain("it's in “deep”, which isn't imported.");
    expect(found.whole.app).toMatchObject({ tasks: ["list", "write", "shorten", "sum"] });
  });

  it("that doesn't exist has nodes that nothing leads to", () => {
    const found = read([start, extract, ...inDifyIteration("lost", [difyLlm("one", "One.")])], [["start", "list"]]);
    expect(noteOf(found, "one")).toContain("nothing in the flow leads to it.");
    expect(found.whole.app).toMatchObject({ tasks: ["list"] });
  });

  it("keeps the nodes of a loop out of the process", () => {
    const found = read([start, extract, difyNode("each", "loop"), ...inner, last]);
    expect(noteOf(found, "write")).toContain("it's in “each”, which isn't imported.");
    expect(found.whole.app).toMatchObject({ tasks: ["list", "sum"] });
  });
});

describe("an iteration of Flowise", () => {
  const llm = (id: string, text: string, more: object = {}) =>
    flowiseNode(id, "llmAgentflow", { llmUserMessage: `<p>${text}</p>`, ...more });
  const inside = (node: object) => ({ ...node, parentNode: "each", extent: "parent" });
  const flow = (iterationInput: string, more: object = {}) => ({
    nodes: [
      flowiseNode("start", "startAgentflow", { startInputType: "formInput" }),
      llm("list", "List towns.", {
        llmStructuredOutput: [{ key: "towns", type: "jsonArray", jsonSchema: '{"name":{"type":"string"}}' }],
        ...more,
      }),
      flowiseNode("each", "iterationAgentflow", { iterationInput }),
      inside(llm("write", "Write about {{ $iteration.name }}.")),
      inside(llm("check", "Check {{ write }} for {{ $iteration }}.")),
      llm("sum", "Sum up {{ each }}."),
    ],
    edges: [
      flowiseEdge("start", "list"),
      flowiseEdge("list", "each"),
      flowiseEdge("write", "check"),
      flowiseEdge("each", "sum"),
    ],
  });

  it.each([
    ["a field of an output", "<p>{{ list.output.towns }}</p>", {}, { source: "list", field: "towns" }, "taken"],
    [
      "the state that one node sets",
      "<p>{{ $flow.state.all }}</p>",
      { llmUpdateState: [{ key: "all", value: "<p>{{ output.towns }}</p>" }] },
      { source: "list", field: "towns" },
      "taken",
    ],
    ["a state that no node sets", "<p>{{ $flow.state.all }}</p>", {}, { source: null, variable: "each_list" }, "needs"],
    ["a form's value", "<p>{{ $form.towns }}</p>", {}, { source: null, variable: "towns" }, "taken"],
    ["a fixed list", '<p>["Hull"]</p>', {}, { source: null, variable: "each_list" }, "approximated"],
  ])("over %s runs what is in it for each item", (_title, input, more, expected, outcome) => {
    const found = readOk(flow(input, more));
    expect(branchesOf(found)).toMatchObject([
      { by: "items", itemTasks: ["write", "check"], concurrency: 1, ...expected },
    ]);
    expect(outcomeOf(found, "each")).toBe(outcome);
    expect(found.whole.tasks.map(({ description }) => description)).toEqual([
      "List towns.",
      "Write about the field “name” of {item}.",
      "Check the output of “write” for {item}.",
      "Sum up the output of “check”.",
    ]);
    expect(findSchemaProblem(found.whole.tasks[0]?.structuredOutput)).toBeUndefined();
    expect(found.whole.tasks[0]?.structuredOutput).toMatchObject({
      properties: { towns: { items: { properties: { name: { type: "string" } } } } },
    });
  });

  it("after an approval runs only in its case, with what follows it", () => {
    const { nodes, edges } = flow("<p>{{ list.output.towns }}</p>");
    const ask = flowiseNode("ask", "humanInputAgentflow", { humanInputDescription: "Go on?" });
    const before = edges.filter(({ target }) => target !== "each");
    const found = readOk({
      nodes: [...nodes, ask],
      edges: [...before, flowiseEdge("list", "ask"), flowiseEdge("ask", "each", "ask-output-0")],
    });
    expect(found.whole.app).toMatchObject({
      branches: [
        { by: "person", cases: [{ tasks: ["sum"] }] },
        { by: "items", itemTasks: ["write", "check"], within: { branch: "branch_1", cases: ["case_1"] } },
      ],
    });
  });
});
