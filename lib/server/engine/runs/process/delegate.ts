import { type EngineTool, loadTools } from "../calls/tools";
import { buildHistory, isPrompted } from "../context/history";
import { readPartHistory } from "../context/read-history";
import { LeaseLostError, WorkerStopError } from "../lease/lease";
import { ModelCallLock } from "../lease/model-call-lock";
import type { Part } from "../log/part";
import { runAgentLoop } from "../loop/agent-loop";
import { PausedError } from "../loop/tool-calls";
import { recordCost, recordEvents } from "../outcome/finish";
import { computeHistoryChars } from "../steps/step";
import type { Worker } from "./plan";
import { loadTaskAgent, type Process } from "./process";
import { findAnswer } from "./state";
import type { ProcessTask } from "./tasks";

const toolName = "delegate_work";

/** Workers by name, with a number for duplicate names. */
function labelWorkers(workers: Worker[]): Map<string, Worker> {
  const labels = new Map<string, Worker>();
  for (const worker of workers) {
    let label = worker.agent.name;
    for (let i = 2; labels.has(label); i += 1) label = `${worker.agent.name} (${i})`;
    labels.set(label, worker);
  }
  return labels;
}

/**
 * The tool that delegates work of a task to one of these agents only. Their work is logged like any other: an interrupted call
 * resumes where it stopped. They cannot delegate further.
 */
export function createDelegateTool(process: Process, task: ProcessTask, workers: Worker[]): EngineTool | undefined {
  if (workers.length === 0) return undefined;
  const labels = labelWorkers(workers);
  const agentList = [...labels].map(([label, { agent }]) => `- ${label}: ${agent.role}`).join("\n");
  return {
    name: toolName,
    description: `Delegates work to one of these agents and returns the result:\n${agentList}`,
    parameters: {
      type: "object",
      properties: {
        agent: { type: "string", enum: [...labels.keys()], description: "The agent for the work." },
        work: { type: "string", description: "The work, with all required context: the agent sees nothing else." },
      },
      required: ["agent", "work"],
      additionalProperties: false,
    },
    repeatable: true,
    delegates: true,
    async execute(input, _signal, { callId }) {
      const { agent: label, work } = input as { agent: string; work: string };
      const worker = labels.get(label);
      if (!worker) throw new Error(`Work can't be delegated to ${label}.`);
      const lock = new ModelCallLock(process.work.run);
      return runDelegation(process, task, worker, work, callId, lock).finally(() => lock.close());
    },
  };
}

async function runDelegation(
  process: Process,
  task: ProcessTask,
  worker: Worker,
  text: string,
  callId: string,
  lock: ModelCallLock,
): Promise<string> {
  const { work } = process;
  const { db, run } = work;
  const part: Part = { taskId: task.id, delegation: callId };
  const loaded = await loadTaskAgent(process, task, worker);
  const { teamId, principalId } = run;
  const { agent } = worker;
  const tools = await loadTools(
    { db, teamId, agentId: agent.id, agent, principalId, toolIds: task.toolIds },
    process.runContext.session,
  );
  const earlierAnswer = work.resumed ? await findAnswer(work, part) : undefined;
  if (earlierAnswer) return earlierAnswer.text;
  const result = await runAgentLoop({
    work,
    loaded,
    tools,
    part,
    lock,
    passages: process.passages,
    exemptBudgets: process.exemptBudgets,
    resumed: work.resumed,
    halt: process.halt.signal,
    quiet: process.runContext.session.visitorId !== null,
    mapEvent: (event) => (event.kind === "message" ? { ...event, body: { ...event.body, inner: true } } : event),
    async history() {
      const { events } = await readPartHistory(db, run, part, { chars: computeHistoryChars(loaded), repairs: false });
      return [{ role: "user", content: [{ type: "text", text }] }, ...buildHistory(events.filter(isPrompted))];
    },
  });
  if ("pause" in result) throw new PausedError(result.pause);
  const { events = [], spent } = "cut" in result ? result.cut : result.answer;
  const { reason } = work.signal;
  const writing = { events, ...(spent && { spent }) };
  if (reason instanceof WorkerStopError && "cut" in result) await recordCost(db, run, writing);
  // A complete response is stored for the next attempt.
  else if (reason instanceof WorkerStopError || !(reason instanceof LeaseLostError))
    await recordEvents(db, run, writing);
  if ("cut" in result) throw new Error(result.cut.reason ?? `${worker.agent.name} was interrupted.`);
  return result.text;
}
