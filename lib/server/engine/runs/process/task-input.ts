import { toStepId } from "@/lib/contract/apps/steps";
import { truncate } from "@/lib/utils/text/truncate";
import { loadEvents } from "../calls/open-calls";
import { type EngineTool, loadTools } from "../calls/tools";
import { buildHistory } from "../context/history";
import type { LoadedAgent } from "../context/load";
import { readPartHistory } from "../context/read-history";
import type { Work } from "../lease/work";
import type { NewEvent } from "../log/events";
import type { AgentLoopInput } from "../loop/agent-loop";
import { computeHistoryChars, StopRunError } from "../steps/step";
import { createDelegateTool } from "./delegate";
import type { Process } from "./process";
import { type Context, taskHistory } from "./prompt";
import type { TaskState } from "./state";
import type { ProcessTask } from "./tasks";

/** Characters of a task's output that another one receives. */
const maxContextOutput = 40_000;

/** Providers that support any JSON Schema; others receive it in the prompt. */
const schemaProviders = new Set(["demo", "ollama"]);

export const markInner = (event: NewEvent): NewEvent =>
  event.kind === "message" ? { ...event, body: { ...event.body, inner: true } } : event;

/** The message that started the run. */
export async function findRequest({ db, run }: Work): Promise<string | undefined> {
  const sent = (await loadEvents(db, run, ["message"])).flatMap(({ kind, body }) => (kind === "message" ? [body] : []));
  const message = sent.find(({ role }) => role === "user");
  return message && !message.kickOff ? message.text : undefined;
}

/** What people have decided, with their comments, if a task runs because of it; the outermost decision first. */
function listDecisions({ steps, branches }: Process, id: string, states: ReadonlyMap<string, TaskState>): Context[] {
  const decisions: Context[] = [];
  let within = steps.find((step) => toStepId(step) === id)?.within;
  while (within) {
    const branch = branches.get(within.branch);
    const output = branch?.by === "person" ? states.get(branch.id)?.output : undefined;
    if (branch && output) decisions.unshift({ title: `Decision in “${branch.name}”`, output });
    within = branch?.within;
  }
  return decisions;
}

/**
 * The outputs of the tasks that a task depends on, and the decisions of people after which it runs. Of a task in an iteration: those
 * for each item, which share its length.
 */
export function listContext(process: Process, task: ProcessTask, states: ReadonlyMap<string, TaskState>): Context[] {
  const { tasks, itemSteps } = process;
  const { id: ownId, contextTaskIds } = task;
  const names = new Map(tasks.map(({ id, name }) => [id, name]));
  const wanted = new Set(contextTaskIds);
  const outputs = tasks
    .filter(({ id }) => wanted.has(id))
    .flatMap(({ id }) => {
      const ids = (itemSteps.get(id) ?? [id]).filter((one) => states.get(one)?.state === "finished");
      return ids.map((one) => ({
        title: `Output of the task “${names.get(one) ?? ""}”`,
        output: truncate(states.get(one)?.output ?? "", Math.ceil(maxContextOutput / ids.length)),
      }));
    });
  return [...outputs, ...listDecisions(process, ownId, states)];
}

async function loadTaskTools(process: Process, task: ProcessTask): Promise<EngineTool[]> {
  const { work, plan, workers, runContext } = process;
  const { db, run } = work;
  const { teamId, principalId } = run;
  const others = plan.agentIds.filter((id) => id !== task.agentId).flatMap((id) => workers.get(id) ?? []);
  if (process.branches.has(task.id)) return [];
  if (plan.process === "hierarchical") {
    const all = plan.agentIds.flatMap((id) => workers.get(id) ?? []);
    const delegate = createDelegateTool(process, task, all);
    if (!delegate) throw new StopRunError("There is no agent to delegate work to. Choose one in the app.");
    return [delegate];
  }
  const agentId = task.agentId ?? "";
  const agent = workers.get(agentId)?.agent;
  const own = { db, teamId, agentId, agent, principalId, toolIds: task.toolIds };
  const taskTools = await loadTools(own, runContext.session);
  const delegate = agent?.allowDelegation ? createDelegateTool(process, task, others) : undefined;
  return delegate ? [...taskTools, delegate] : taskTools;
}

export async function buildLoopInput(
  process: Process,
  task: ProcessTask,
  loaded: LoadedAgent,
  prompt: string,
): Promise<AgentLoopInput> {
  const { work, plan, passages, exemptBudgets, halt, runContext } = process;
  const { db, run } = work;
  const part = { taskId: task.id };
  const tools = await loadTaskTools(process, task);
  const visible = !process.branches.has(task.id) && (plan.fullOutput || process.lastTaskIds.has(task.id));
  const isHidden = !visible || task.displayOnlyFinalOutput || task.structuredOutput !== null;
  const schema = task.structuredOutput;
  const formatted = schema && schemaProviders.has(loaded.model.type);
  return {
    work,
    loaded,
    tools,
    part,
    passages,
    exemptBudgets,
    halt: halt.signal,
    resumed: work.resumed,
    quiet: isHidden && runContext.session.visitorId !== null,
    ...(formatted && { format: { type: "json" as const, schema } }),
    mapEvent: (event, last) => (!visible || (!last && task.displayOnlyFinalOutput) ? markInner(event) : event),
    async history() {
      const repairs = schema !== null;
      const { events, truncated } = await readPartHistory(db, run, part, {
        chars: computeHistoryChars(loaded),
        repairs,
      });
      return buildHistory(taskHistory(prompt, events, truncated));
    },
  };
}
