import type { TaskRow } from "../../tasks/service";
import { converse } from "../agent-loop";
import { recordCost, recordEvents } from "../finish";
import { type HistoryEvent, historyOf } from "../history";
import { LeaseLostError, WorkerStopError } from "../lease";
import { ModelTurn } from "../model-turn";
import type { Part } from "../part";
import { readPartHistory } from "../read-history";
import { historyChars } from "../step";
import { PausedError } from "../tool-calls";
import { type EngineTool, toolsFor } from "../tools";
import type { Worker } from "./plan";
import { type Process, speakerOf } from "./process";
import { answerIn } from "./state";

const name = "delegate_work";

/** By what each is called; of several of one name with a number. */
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
 * Passes work of a task on to one of these agents and to no other. They work by the log as everybody does: a call that a
 * crash has broken off goes on where it stood. They pass nothing on themselves.
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
    ...{ db, teamId: run.teamId, agentId: worker.agent.id, principalId: run.principalId },
    toolIds: task.toolIds,
  });
  const before = work.resumed ? await answerIn(work, part) : undefined;
  if (before) return before.text;
  const told = await converse({
    ...{ work, loaded, tools, part, turn, passages: process.passages, passed: process.passed },
    ...{ resumed: work.resumed, halt: process.halt.signal, quiet: process.found.session.visitorId !== null },
    shaped: (event) => (event.kind === "message" ? { ...event, body: { ...event.body, inner: true } } : event),
    async history() {
      const { events } = await readPartHistory(db, run, part, { chars: historyChars(loaded), repairs: false });
      return [{ role: "user", content: [{ type: "text", text }] }, ...historyOf(events as unknown as HistoryEvent[])];
    },
  });
  if ("pause" in told) throw new PausedError(told.pause);
  const { events = [], spent } = "cut" in told ? told.cut : told.answer;
  const { reason } = work.signal;
  const writing = { events, ...(spent && { spent }) };
  if (reason instanceof WorkerStopError && "cut" in told) await recordCost(db, run, writing);
  // A whole answer is kept: whoever takes the run up finds it.
  else if (reason instanceof WorkerStopError || !(reason instanceof LeaseLostError))
    await recordEvents(db, run, writing);
  if ("cut" in told) throw new Error(told.cut.reason ?? `${worker.agent.name} was interrupted.`);
  return told.text;
}
