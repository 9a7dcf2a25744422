import { expect, it } from "vitest";
import { flowiseEdge, flowiseNode, noteOf, outcomeOf, readOk } from "../../../support/foreign-files";

const llm = (id: string) => flowiseNode(id, "llmAgentflow", { llmUserMessage: `Do ${id}.` });
const human = (id: string) => flowiseNode(id, "humanInputAgentflow", { humanInputDescription: `<p>Go on, ${id}?</p>` });
const approve = (from: string, to: string) => flowiseEdge(from, to, `${from}-output-0`);
const reject = (from: string, to: string) => flowiseEdge(from, to, `${from}-output-1`);
const start = flowiseNode("start", "startAgentflow", {});

it("an approval is asked for before each task that follows it, and not before tasks beside it", () => {
  const found = readOk({
    nodes: [start, human("ask"), llm("aside"), llm("one"), llm("two")],
    edges: [flowiseEdge("start", "ask"), flowiseEdge("start", "aside"), approve("ask", "one"), approve("ask", "two")],
  });
  const asking = found.whole.tasks.filter(({ requiresHumanInput }) => requiresHumanInput).map(({ name }) => name);
  expect(asking).toEqual(["one", "two"]);
  expect(noteOf(found, "ask")).toContain("before “one”, “two”.");
});

it("two approvals before a task are two fields of its form", () => {
  const found = readOk({
    nodes: [start, llm("write"), human("first"), human("second"), llm("send")],
    edges: [
      flowiseEdge("start", "write"),
      flowiseEdge("write", "first"),
      approve("first", "second"),
      approve("second", "send"),
    ],
  });
  // Also for a form that was skipped.
  expect(found.whole.tasks[1]?.description).toContain("Unless each decision in the form is Approve, do nothing else");
  expect(found.whole.tasks[1]?.formFields).toMatchObject([
    { name: "decision", description: "Go on, second?" },
    { name: "decision_2", description: "Go on, first?" },
  ]);
  expect([outcomeOf(found, "first"), outcomeOf(found, "second")]).toEqual(["approximated", "approximated"]);
});

it("an approval that leads back after a rejection keeps the order of the rest", () => {
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
  expect(found.whole.tasks[1]).toMatchObject({ context: ["write"], requiresHumanInput: true });
  expect(noteOf(found, "revise")).toContain("only if a person rejects");
});

it("a task that also runs after a rejection waits for what is before it", () => {
  const found = readOk({
    nodes: [start, llm("log"), human("ask"), llm("write")],
    edges: [
      flowiseEdge("start", "log"),
      flowiseEdge("start", "write"),
      flowiseEdge("write", "ask"),
      reject("ask", "log"),
    ],
  });
  expect(found.whole.app).toMatchObject({ tasks: ["write", "log"] });
  expect(found.whole.tasks[1]).toMatchObject({ context: ["write"], requiresHumanInput: false });
});

it("an approval on a branch is named for a person", () => {
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
  expect(found.whole.app).toMatchObject({ tasks: ["last"] });
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
