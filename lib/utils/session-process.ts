import { isOpen, type ThreadRequest } from "./session-requests";

/** What the log tells of a process: its plan, what became of its tasks, how its run ended. */
export interface ProcessEvent {
  seq: number;
  body: Record<string, unknown>;
}

export type TaskStage = "ahead" | "working" | "asks" | "done" | "failed" | "stopped";

export interface PictureTask {
  taskId: string;
  name: string;
  agentName: string | null;
  model: string | null;
  /** The tasks that it waits for. */
  waitsFor: string[];
  stage: TaskStage;
  startedAt: string | null;
  durationMs: number | null;
  /** Of its time, what it has waited for people. */
  waitedMs: number;
  output: string | null;
  error: string | null;
  file: { fileId: string; filename: string } | null;
  /** The variable that its output went to. */
  variable: string | null;
  /** Its output did not fit and was asked for once more. */
  repaired: boolean;
  /** What it does just now, in a few words. */
  doing: string | null;
  /** What it writes just now. */
  live: string | null;
}

/** A process as it stands. */
export interface Picture {
  seq: number;
  process: "sequential" | "hierarchical";
  /** Of a hierarchical one: the agents that work can be given to. */
  agents: string[];
  tasks: PictureTask[];
  /** How its run ended; null while it has not. */
  ended: string | null;
}

interface Known {
  process: ProcessEvent[];
  requests: ThreadRequest[];
  calls: { taskId?: string | undefined; name: string; input: unknown; endSeq?: number; seq: number }[];
  live: { taskId?: string | undefined; text: string }[];
}

interface Planned {
  process: Picture["process"];
  agents?: string[];
  tasks: (Pick<PictureTask, "taskId" | "name" | "agentName" | "model" | "waitsFor"> & { onlyFinal?: boolean })[];
}

/** One picture a run, oldest first. */
export function picturesOf(log: Known): Picture[] {
  const pictures: Picture[] = [];
  const silent = new Set<string>();
  for (const { seq, body } of log.process) {
    const picture = pictures.at(-1);
    if (body.state === "planned") {
      const { process, agents = [], tasks } = body as unknown as Planned;
      for (const { taskId, onlyFinal } of tasks) if (onlyFinal) silent.add(taskId);
      pictures.push({ seq, process, agents, tasks: tasks.map(ahead), ended: null });
    } else if (picture && body.state === "ended") picture.ended ??= String(body.runStatus);
    else if (picture)
      picture.tasks = picture.tasks.map((task) => (task.taskId === body.taskId ? moved(task, body) : task));
  }
  for (const one of pictures)
    one.tasks = one.tasks.map((task) => ({ ...task, waitedMs: waitedOf(task, log.requests) }));
  const last = pictures.at(-1);
  if (last) last.tasks = last.tasks.map((task) => now(task, last, log, silent.has(task.taskId)));
  for (const one of pictures) if (one.ended) one.tasks = one.tasks.map(stopped);
  return pictures;
}

const ahead = ({ taskId, name, agentName, model, waitsFor }: Planned["tasks"][number]): PictureTask => ({
  ...{ taskId, name, agentName, model, waitsFor, stage: "ahead", startedAt: null, durationMs: null, waitedMs: 0 },
  ...{ output: null, error: null, file: null, variable: null, repaired: false, doing: null, live: null },
});

function moved(task: PictureTask, body: Record<string, unknown>): PictureTask {
  const { state, startedAt, durationMs, output, error, file, variable, agentName } = body as Partial<PictureTask> & {
    state: string;
  };
  switch (state) {
    case "started":
      return { ...task, stage: "working", startedAt: startedAt ?? null, agentName: agentName ?? task.agentName };
    case "repair":
      return { ...task, repaired: true };
    case "finished":
      return {
        ...{ ...task, stage: "done", durationMs: durationMs ?? null, output: output ?? "" },
        ...{ file: file ?? null, variable: variable ?? null },
      };
    case "failed":
      return { ...task, stage: "failed", error: error ?? null };
    default:
      return task;
  }
}

/**
 * How long it has waited for people since it began: for what it asked itself, and for what its whole run was asked. Questions
 * that were open at the same time count once.
 */
function waitedOf({ taskId, startedAt, durationMs }: PictureTask, requests: readonly ThreadRequest[]): number {
  if (!startedAt) return 0;
  const began = Date.parse(startedAt);
  const ended = durationMs === null ? Number.POSITIVE_INFINITY : began + durationMs;
  const spans = requests
    .filter((one) => one.settledAt && (!one.taskId || one.taskId === taskId))
    .map(({ askedAt, settledAt }) => ({ from: Date.parse(askedAt), to: Math.min(ended, Date.parse(settledAt ?? "")) }))
    .sort((a, b) => a.from - b.from);
  let waited = 0;
  let until = began;
  for (const { from, to } of spans) {
    waited += Math.max(0, to - Math.max(from, until));
    until = Math.max(until, to);
  }
  return waited;
}

/** What a task of the newest process does at this moment. */
function now(task: PictureTask, picture: Picture, log: Known, silent: boolean): PictureTask {
  const asks = log.requests.some((one) => one.taskId === task.taskId && isOpen(one));
  if (asks) return { ...task, stage: "asks" };
  if (task.stage !== "working") return task;
  const call = log.calls.findLast((one) => one.taskId === task.taskId && one.seq > picture.seq && !one.endSeq);
  const live = log.live.findLast(({ taskId }) => taskId === task.taskId);
  return { ...task, doing: call ? callWords(call) : null, live: live && !silent ? live.text : null };
}

function callWords({ name, input }: { name: string; input: unknown }): string {
  const { agent } = (input ?? {}) as { agent?: unknown };
  return name === "delegate_work" && typeof agent === "string" ? `Work given to ${agent}` : `Calling ${name}`;
}

const stopped = (task: PictureTask): PictureTask =>
  task.stage === "working" || task.stage === "asks" ? { ...task, stage: "stopped", doing: null, live: null } : task;

/** How far from the start a task is: those of one level can be worked at the same time. */
export function levelsOf(tasks: readonly PictureTask[]): PictureTask[][] {
  const levels: PictureTask[][] = [];
  const levelOf = new Map<string, number>();
  for (const task of tasks) {
    const level = Math.max(0, ...task.waitsFor.map((id) => (levelOf.get(id) ?? -1) + 1));
    levelOf.set(task.taskId, level);
    const row = levels[level] ?? [];
    row.push(task);
    levels[level] = row;
  }
  return levels;
}
