import type { MessagePart } from "@/lib/contract/session-events/messages";
import type { TaskBody } from "@/lib/contract/session-events/tasks";
import { isFullFailure, isStorageFailure } from "../../../platform/disk/disk";
import { findVariables } from "../../variables/variables";
import { WorkerStopError } from "../lease/lease";
import type { Work } from "../lease/work";
import type { NewEvent } from "../log/events";
import { type RunWriting, recordEvents } from "../outcome/finish";
import { StopRunError } from "../steps/step";
import { setSessionValues, storeOutputFile, toFilename } from "./output";
import type { Process } from "./process";
import { answeredEvent, type StoredAnswer } from "./state";
import type { ProcessTask } from "./tasks";

/** The cost of an earlier attempt's response has already been counted. */
export const toRunWriting = ({ text, events }: StoredAnswer): RunWriting => ({
  events,
  ...(events.some(({ kind, body }) => kind === "message" && !body.inner) && { preview: text }),
});

/**
 * Runs work between a response and its recording. If the run is cancelled meanwhile, the response is recorded unchanged; if its
 * worker stops, it is stored for the next attempt.
 */
export async function storeAnswerOnFailure<T>(
  { db, run, signal }: Work,
  { id }: ProcessTask,
  answer: RunWriting,
  action: () => Promise<T>,
): Promise<T> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof AnswerStoredError) throw error;
    if (signal.reason instanceof WorkerStopError) {
      const events = answer.events.map((event) => (event.kind === "message" ? answeredEvent(id, event) : event));
      // An earlier attempt's response is already logged.
      if (answer.spent) await recordEvents(db, run, { ...answer, preview: undefined, events });
    } else if (signal.aborted) await recordEvents(db, run, answer);
    throw error;
  }
}

/** The response is logged, and nothing more can be done with it. */
class AnswerStoredError extends StopRunError {}

/** Stores the output as a file. If that fails, the task fails, but its response, which is paid for, remains. */
async function storeFile({ work: { db, run, signal } }: Process, task: ProcessTask, answer: RunWriting, text: string) {
  try {
    return await storeOutputFile(task, run.sessionId, text, signal);
  } catch (error) {
    if (!isStorageFailure(error) || signal.aborted) throw error;
    await recordEvents(db, run, answer);
    const why = isFullFailure(error) ? "the server's disk is full" : "the server's file storage failed";
    throw new AnswerStoredError(`Couldn't save the output as ${toFilename(task)} because ${why}. Try again later.`);
  }
}

/** Records the last step, the task's end and all uses of its output in one transaction. */
export async function finishTask(
  process: Process,
  task: ProcessTask,
  { startedAt, taken, ...answer }: RunWriting & { startedAt: string; taken?: { id: string; name: string } | undefined },
  { text, value }: { text: string; value?: unknown },
): Promise<void> {
  const { db, run } = process.work;
  const stored = task.storeTaskOutput ? await storeFile(process, task, answer, text) : undefined;
  const [variable] = task.outputVariableId ? await findVariables(db, run.teamId, { ids: [task.outputVariableId] }) : [];
  const file = stored?.file;
  const events = answer.events.map((event): NewEvent => {
    if (event.kind !== "message") return event;
    const parts: MessagePart[] = file ? [{ type: "file", ...file }] : [];
    return { ...event, body: { ...event.body, parts, ...(value !== undefined && { text: toCodeBlock(text) }) } };
  });
  const body: TaskBody = {
    state: "finished",
    taskId: task.id,
    output: text,
    durationMs: Math.max(0, Date.now() - Date.parse(startedAt)),
    file: file ?? null,
    variable: variable && !variable.secret ? variable.name : null,
    ...(taken && { taken }),
  };
  await recordEvents(db, run, {
    ...answer,
    events: [...events, { kind: "task", body }],
    async also(tx) {
      await stored?.also(tx);
      if (variable && !variable.secret) await setSessionValues(tx, run.sessionId, { [variable.name]: text });
    },
  });
}

const toCodeBlock = (json: string): string => `\`\`\`json\n${json}\n\`\`\``;
