import { type EngineTool, toolsFor } from "../calls/tools";
import { historyOf, isPrompted } from "../context/history";
import { readPartHistory } from "../context/read-history";
import { LeaseLostError, WorkerStopError } from "../lease/lease";
import { ModelTurn } from "../lease/model-turn";
import type { Part } from "../log/part";
import { runAgentLoop } from "../loop/agent-loop";
import { PausedError } from "../loop/tool-calls";
import { recordCost, recordEvents } from "../outcome/finish";
import { historyChars } from "../steps/step";
import type { Worker } from "./plan";
import { type Process, speakerOf } from "./process";
import { answerIn } from "./state";
import type { TaskRow } from "./tasks";

const name = "delegate_work";

/** Workers by name, with a number for duplicate names. */
function labelled(workers: Worker[]): Map<string, Worker> {
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
export function delegateTool(process: Process, task: TaskRow, workers: Worker[]): EngineTool | undefined {
  if (workers.length === 0) return undefined;
  const labels = labelled(workers);
  const who = [...labels].map(([label, { agent }]) => `- ${label}: ${agent.role}`).join("\n");
  return {
    name,
    description: `Gives a piece of work to one of these agents and answers what they made of it:\n${who}`,
    parameters: {
      type: "object",
      properties: {
        agent: { type: "string", enum: [...labels.keys()], description: "Who is to do it." },
        work: { type: "string", description: "What they are to do. They know nothing but what stands here." },
      },
      required: ["agent", "work"],
      additionalProperties: false,
    },
    repeatable: true,
    delegates: true,
    async execute(input, _signal, { callId }) {
      const { agent: label, work } = input as { agent: string; work: string };
      const worker = labels.get(label);
      if (!worker) throw new Error(`Nothing can be given to ${label}.`);
      const turn = new ModelTurn(process.work.run);
      return delegated(process, task, worker, work, callId, turn).finally(() => turn.close());
    },
  };
}

async function delegated(
  process: Process,
  task: TaskRow,
  worker: Worker,
  text: string,
  callId: string,
  turn: ModelTurn,
): Promise<string> {
  const { work } = process;
  const { db, run } = work;
  const part: Part = { taskId: task.id, delegation: callId };
  const loaded = await speakerOf(process, task, worker);
  const tools = await toolsFor({
    db,
    teamId: run.teamId,
    agentId: worker.agent.id,
    principalId: run.principalId,
    toolIds: task.toolIds,
  });
  const before = work.resumed ? await answerIn(work, part) : undefined;
  if (before) return before.text;
  const result = await runAgentLoop({
    work,
    loaded,
    tools,
    part,
    turn,
    passages: process.passages,
    passed: process.passed,
    resumed: work.resumed,
    halt: process.halt.signal,
    quiet: process.found.session.visitorId !== null,
    shaped: (event) => (event.kind === "message" ? { ...event, body: { ...event.body, inner: true } } : event),
    async history() {
      const { events } = await readPartHistory(db, run, part, { chars: historyChars(loaded), repairs: false });
      return [{ role: "user", content: [{ type: "text", text }] }, ...historyOf(events.filter(isPrompted))];
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
