import { buildFlow } from "../flow/build-flow.ts";
import { toApproval } from "../flow/decision.ts";
import type { InputField } from "../flow/inputs.ts";
import { itemNames } from "../flow/iterations.ts";
import type { Step } from "../flow/step.ts";
import { type Draft, maxVariables } from "../shared/draft.ts";
import type { ForeignImport } from "../shared/foreign.ts";
import { clipLine } from "../shared/texts.ts";
import { asRecord, asRecords, asText, parseInner } from "../shared/values.ts";
import { type Reader, readWork } from "./agent-node.ts";
import { classify, compare } from "./branches.ts";
import type { FlowiseFlow } from "./flows.ts";
import { iterationReader } from "./iterations.ts";
import { type FlowiseNode, reportSettings, toNode } from "./node.ts";
import { toPrompt } from "./texts.ts";

/** The fields of a start node's form. */
const listFields = (draft: Draft, { inputs }: FlowiseNode): InputField[] =>
  asRecords(parseInner(inputs.formInputTypes)).map(({ name: said, label }) => {
    const name = draft.variable(asText(said), asText(label));
    return { label: clipLine(asText(label), 200) || name, name };
  });

function readForm(draft: Draft, node: FlowiseNode, part: Step["part"]): void {
  const { label, inputs } = node;
  for (const { label: field, name } of listFields(draft, node))
    draft.part(`${label}: ${field}`, "input").approximated(`Asked for as the variable ${name}.`);
  for (const state of asRecords(parseInner(inputs.startState)))
    draft
      .part(`${label}: state ${asText(state.key)}`, "setting")
      .approximated("Tasks get the output of earlier tasks instead.");
  part.taken("The start of the process.");
}

const start: Reader = (draft, node, { part }) => {
  readForm(draft, node, part);
  return ["startInputType", "formInputTypes", "startState", "formTitle", "formDescription"];
};

const human: Reader = (draft, { id, label, inputs }, step) => {
  const text = toPrompt(draft, asText(inputs.humanInputDescription), () => undefined);
  step.ways = 2;
  step.decision = toApproval(text || "Do you want to proceed?", `${id}-output-0`, `${id}-output-1`);
  if (inputs.humanInputDescriptionType === "dynamic")
    draft.part(`${label}: question by a model`, "setting").left("The form asks a fixed question.");
  return [
    "humanInputDescription",
    "humanInputDescriptionType",
    "humanInputModel",
    "humanInputModelConfig",
    "humanInputModelPrompt",
  ];
};

const loop: Reader = (_draft, { inputs }, { part }) => {
  const [, to = "an earlier node"] = asText(inputs.loopBackToNode).split("-");
  part.needs(
    `Each task runs once. The source goes back to “${to}”, up to ${asText(inputs.maxLoopCount) || "5"} times.`,
  );
  return ["loopBackToNode", "maxLoopCount"];
};

const customFunction: Reader = (draft, { label, inputs }, { part }) => {
  const code = asText(inputs.customFunctionJavascriptFunction);
  const name = draft.disabledFunction({ name: label, description: "", language: "javascript", code });
  part.switchedOff(name);
  return Object.keys(asRecord(inputs));
};

const toolCall: Reader = (_draft, { inputs }, { part }) => {
  const name = asText(inputs.toolAgentflowSelectedTool) || asText(inputs.selectedTool) || "a tool";
  part.needs(`It calls ${name}. Add a tool that does the same to an agent, and a task that calls it.`);
  return Object.keys(asRecord(inputs));
};

const says =
  (outcome: "needs" | "left" | "approximated", note: string): Reader =>
  (_draft, { inputs }, { part }) => {
    part[outcome](note);
    return Object.keys(asRecord(inputs));
  };

const reply: Reader = (_draft, { inputs }, step) => {
  step.result = { name: "reply", note: "Fixed texts aren't sent." };
  return Object.keys(inputs);
};

const readers: Record<string, Reader> = {
  startAgentflow: start,
  llmAgentflow: readWork("llm"),
  agentAgentflow: readWork("agent"),
  conditionAgentflow: compare,
  conditionAgentAgentflow: classify,
  humanInputAgentflow: human,
  loopAgentflow: loop,
  customFunctionAgentflow: customFunction,
  toolAgentflow: toolCall,
  httpAgentflow: says("needs", "It calls an address. Add an HTTP tool to an agent, and a task that calls it."),
  retrieverAgentflow: says("needs", "It searches documents. Add a data source and its tool to an agent."),
  directReplyAgentflow: reply,
  executeFlowAgentflow: says("needs", "It runs another flow. Import that flow on its own."),
  stickyNoteAgentflow: says("left", "A note on the canvas."),
  stickyNote: says("left", "A note on the canvas."),
};

/** Reads an agentflow of version 2. */
export function readAgentflow(draft: Draft, { name, description, nodes, edges }: FlowiseFlow): ForeignImport {
  const own = nodes.map(toNode);
  const hasForm = own.some(({ inputs }) => inputs.startInputType === "formInput");
  const works = own.filter(({ name: one }) => one === "llmAgentflow" || one === "agentAgentflow");
  const decides = ["humanInputAgentflow", "conditionAgentflow", "conditionAgentAgentflow", "iterationAgentflow"];
  draft.chat = works.length === 1 && !hasForm && !own.some(({ name: one }) => decides.includes(one));
  const leads = new Set(edges.map(({ source }) => asText(source)));
  const lasts = new Set(own.map(({ id }) => id).filter((id) => !leads.has(id)));
  const known: Record<string, Reader> = { ...readers, iterationAgentflow: iterationReader(own, lasts) };
  if (own.some(({ name: one }) => one === "iterationAgentflow")) draft.reserved = itemNames;
  const steps = own.map((node): Step => {
    const { id, label, name: type, parent } = node;
    const step: Step = { id, label, parent, part: draft.part(label, type || "node") };
    const read = Object.hasOwn(known, type) ? known[type] : undefined;
    const used = read?.(draft, node, step) ?? [];
    reportSettings(draft, label, node.inputs, used);
    return step;
  });
  const starts = own.filter((node) => node.name === "startAgentflow");
  return buildFlow(draft, {
    name,
    description,
    steps,
    edges: edges.map((edge) => ({
      from: asText(edge.source),
      to: asText(edge.target),
      way: asText(edge.sourceHandle),
    })),
    entries: starts.map(({ id }) => id),
    asksMessage: !hasForm,
    form: hasForm ? starts.flatMap((node) => listFields(draft, node)).slice(0, maxVariables) : [],
  });
}
