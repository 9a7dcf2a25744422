import type { Draft } from "../shared/draft.ts";
import type { ForeignImport } from "../shared/foreign.ts";
import type { Decision } from "./decision.ts";
import { type FlowEdge, type FlowNode, findBackEdges, orderFlow } from "./flow.ts";
import { FlowWriter } from "./flow-writer.ts";
import type { InputField } from "./inputs.ts";
import { Containers, noItemWay } from "./iterations.ts";
import { placeSteps } from "./place-steps.ts";
import { hasDecision, hasItems, hasResult, hasWork, type ResultStep, type Step, type WorkStep } from "./step.ts";

interface FlowApp {
  name: string;
  description: string;
  steps: Step[];
  edges: FlowEdge[];
  /** Where it begins. Without any, with the nodes that no other leads to. */
  entries?: readonly string[];
  /** A node runs when all that lead to it do, instead of one of them. */
  whenAll?: boolean;
  /** The first task gets the input of a chat. */
  asksMessage?: boolean;
  /** A form that is filled in at the start. */
  form?: readonly InputField[];
  starters?: string[];
}

function findEntries({ entries = [], steps }: FlowApp, edges: readonly FlowEdge[]): readonly string[] {
  const outer = steps.filter(({ parent }) => !parent).map(({ id }) => id);
  const given = outer.filter((id) => entries.includes(id));
  const targets = new Set(edges.map(({ to }) => to));
  return given.length > 0 ? given : outer.filter((id) => !targets.has(id));
}

/** Nodes that don't run in one line become agents without a task. */
function keepAsAgent(writer: FlowWriter, step: WorkStep, why: string): void {
  const agent = writer.agent(step);
  step.part.needs(`Imported as the agent “${agent}” without a task: ${why} Add a task for it where it belongs.`);
}

/** Says where the result of the flow comes from; undefined: nothing that gives one was imported. */
function describeResult({ part, result }: ResultStep, from: string | undefined): void {
  const { name, note } = result;
  if (!from) part.left(`No task was imported whose output could be the ${name}.`);
  else if (note) part.approximated(`The output of the ${from} is the ${name}. ${note}`);
  else part.taken(`The output of the ${from} is the ${name}.`);
}

const anyOf = new Intl.ListFormat("en", { type: "disjunction" });

/** Names the cases of some ways out. */
function nameWays({ cases, otherwise, otherwiseName = "" }: Decision, ways: ReadonlySet<string>): string {
  const last = otherwise !== undefined && ways.has(otherwise) ? [otherwiseName] : [];
  return anyOf.format([...cases.filter(({ way }) => ways.has(way)).map(({ name }) => name), ...last]);
}

type Steps = ReadonlyMap<string, Step>;

/** Why nodes have no task. */
interface Reasons {
  /** Nodes that lead back to the approval that led to them. */
  repeated: ReadonlySet<string>;
  circular: ReadonlySet<string>;
  unreachable: ReadonlySet<string>;
  /** Reasons by node: of its branches. */
  branched: ReadonlyMap<string, string>;
}

function explain(step: Step, steps: Steps, reasons: Reasons): string | undefined {
  if (steps.get(step.id) !== step) return "another node has the same ID.";
  if (reasons.repeated.has(step.id)) return "it repeats what comes before the decision that leads to it.";
  if (reasons.circular.has(step.id)) return "it's part of a loop, or comes after one.";
  if (reasons.unreachable.has(step.id)) return "nothing in the flow leads to it.";
  return reasons.branched.get(step.id);
}

/** An edge that leaves a decision of a person on an unknown way belongs to the first case. */
function toDecided(edge: FlowEdge, byId: Steps): FlowEdge {
  const { asks, otherwise, cases = [] } = byId.get(edge.from)?.decision ?? {};
  const isKnown = edge.way === otherwise || cases.some(({ way }) => way === edge.way);
  return asks && !isKnown ? { ...edge, way: cases[0]?.way ?? "" } : edge;
}

/** The edges without those on which a flow goes back after a decision of a person, which are noted. */
function withoutRepetitions(
  nodes: readonly FlowNode[],
  { edges, past }: { edges: readonly FlowEdge[]; past: readonly FlowEdge[] },
  entries: readonly string[],
  byId: Steps,
): FlowEdge[] {
  const asks = (id: string): boolean => byId.get(id)?.decision?.asks !== undefined;
  const back = findBackEdges(nodes, [...edges, ...past], entries, asks);
  for (const [id, own] of back) {
    const { decision } = byId.get(id) ?? {};
    if (!decision) continue;
    const names = nameWays(decision, new Set(own.map(({ way }) => way)));
    const note = `On ${names}, the source goes back. Here, what follows is skipped.`;
    decision.note = decision.note ? `${decision.note} ${note}` : note;
  }
  const repeated = new Set([...back.values()].flat());
  return edges.filter((edge) => !repeated.has(edge));
}

/** Turns a flow into a chat with one agent, or into a process with a task for each node that calls a model. */
export function buildFlow(draft: Draft, app: FlowApp): ForeignImport {
  const { steps, edges, name, description, asksMessage = false, form = [] } = app;
  // Of nodes with the same id, the first one counts.
  const byId = new Map(steps.toReversed().map((step) => [step.id, step]));
  for (const step of steps) {
    const first = byId.get(step.id);
    if (first && step.ways) first.ways = Math.max(first.ways ?? 1, step.ways);
  }
  const own = steps.filter((step) => byId.get(step.id) === step);
  const containers = new Containers(own);
  const nodes = [...own, ...containers.ends];
  const { past, ...connected } = containers.connect(edges.map((edge) => toDecided(edge, byId)));
  const entries = findEntries(app, connected.edges);
  const kept = withoutRepetitions(nodes, { ...connected, past }, entries, byId);
  const lasts = containers.end(kept, orderFlow(nodes, [...kept, ...past], entries).order);
  const { order, circular, unreachable: lost } = orderFlow(nodes, [...kept, ...past, ...lasts], entries);
  const { unreachable } = orderFlow(nodes, [...connected.edges, ...past, ...lasts], entries);
  const repeated = lost.difference(unreachable);
  const grouped = containers.group(order);
  const { places, branched, usable, refused } = placeSteps(own, [...kept, ...past], grouped, app.whenAll);
  const reasons: Reasons = { branched, repeated, circular, unreachable };
  const writer = new FlowWriter(draft, {
    steps: own,
    edges: [...kept, ...lasts, ...past.map((edge) => (usable.has(edge.from) ? { ...edge, way: noItemWay } : edge))],
    asksMessage,
    form,
  });
  const why = (step: Step) => explain(step, byId, reasons);
  const line = grouped.flatMap((id) => byId.get(id) ?? []).filter((step) => !why(step));
  const [only, ...others] = line.filter(hasWork);
  let lead: string | undefined;
  const isAlone = others.length === 0 && steps.filter(hasWork).length === 1;
  const isChat = draft.chat && isAlone && !line.some(({ id }) => usable.has(id));
  if (isChat && only) {
    lead = writer.agent(only);
    only.part.taken(`The agent “${lead}”, which answers in the chat.`);
    if (only.work.note) only.part.approximated(only.work.note);
  } else
    for (const step of line) {
      const place = places.get(step.id) ?? [];
      if (hasItems(step) && usable.has(step.id)) writer.iterate(step, place);
      else if (hasDecision(step) && usable.has(step.id)) writer.branch(step, place);
      else if (hasWork(step)) writer.task(step, place);
    }
  const isProcess = draft.tasks.length > 0;
  const from = isProcess ? "last task" : lead && "agent";
  for (const step of own) if (hasResult(step) && !why(step)) describeResult(step, from);
  for (const step of steps) {
    const reason = why(step) ?? refused.get(step.id);
    if (!reason) continue;
    if (step.iteration) step.part.needs(`Not imported: ${reason} The nodes in it are listed separately.`);
    else if (hasWork(step)) keepAsAgent(writer, step, reason);
    else if (step.decision?.asks) step.part.needs(`Not imported: ${reason} Add the approval where it belongs.`);
    else if (!step.part.explained) step.part.left(`Not imported: ${reason}`);
  }
  for (const step of isProcess ? [] : own) if (usable.has(step.id)) step.part.left("No task follows it.");
  const kind = isProcess
    ? { type: "process", tasks: draft.tasks.map((task) => task.name), branches: draft.branches }
    : { type: "chat", agent: lead ?? null, conversationStarters: app.starters ?? [] };
  return draft.finish({ name, description, ...kind });
}
