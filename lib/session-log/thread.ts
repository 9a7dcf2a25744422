import { fromItemId, toItemName } from "@/lib/contract/session-events/item-id";
import { buildProcessGraphs, type ProcessGraph } from "./process-graph";
import { findGraphTask } from "./process-items";
import type { ThreadRequest } from "./requests";
import { findSearchesBefore } from "./searches";
import type { SessionLog, ThreadCall, ThreadMessage } from "./state";

export type ThreadItem =
  | { type: "message"; key: string; seq: number; message: ThreadMessage; task: string | undefined }
  | { type: "calls"; key: string; seq: number; calls: ThreadCall[] }
  | { type: "request"; key: string; seq: number; request: ThreadRequest }
  | { type: "notice"; key: string; seq: number; text: string }
  | { type: "process"; key: string; seq: number; graph: ProcessGraph }
  | { type: "live"; key: string; seq: number; text: string };

/** Names the tasks of messages by message id, in processes of which several tasks, or items, have messages. */
function nameTasks(messages: readonly ThreadMessage[], graphs: readonly ProcessGraph[]): Map<string, string> {
  const names = new Map<string, string>();
  const ofTasks = messages.filter(({ taskId }) => taskId);
  const byGraph = Map.groupBy(ofTasks, ({ seq }) => graphs.findLast((graph) => graph.seq < seq));
  for (const [graph, shown] of byGraph) {
    if (new Set(shown.map(({ taskId }) => taskId)).size < 2) continue;
    const byId = new Map(graph?.tasks.map(({ taskId, name }) => [taskId, name]));
    for (const message of shown) {
      const { taskId, item } = fromItemId(message.taskId ?? "");
      const name = byId.get(taskId);
      if (name) names.set(message._id, toItemName(name, item));
    }
  }
  return names;
}

/** Builds the thread in log order: consecutive calls are one item, live text comes last. */
export function buildThread(log: SessionLog): ThreadItem[] {
  const graphs = buildProcessGraphs(log);
  const taskNames = nameTasks(log.messages, graphs);
  const withItem = (request: ThreadRequest): ThreadRequest => {
    const { tasks = [] } = graphs.findLast(({ seq }) => seq < request.seq) ?? {};
    return { ...request, item: findGraphTask(tasks, request.taskId ?? "")?.item?.text ?? request.item };
  };
  const items: ThreadItem[] = [
    ...log.messages.map((message): ThreadItem => {
      const { _id, seq } = message;
      return { type: "message", key: _id, seq, message, task: taskNames.get(_id) };
    }),
    ...log.notices.map(({ seq, text }): ThreadItem => ({ type: "notice", key: `n${seq}`, seq, text })),
    ...log.requests.map(
      (request): ThreadItem => ({
        type: "request",
        key: request.requestId,
        seq: request.seq,
        request: withItem(request),
      }),
    ),
    ...graphs.map((graph): ThreadItem => {
      return { type: "process", key: `p${graph.seq}`, seq: graph.seq, graph };
    }),
    ...log.calls
      .filter(({ taskId }) => !taskId)
      .map((call): ThreadItem => {
        const calls = [{ ...call, searches: findSearchesBefore(call.endSeq, log.searches) }];
        return { type: "calls", key: call.callId, seq: call.seq, calls };
      }),
  ].sort((a, b) => a.seq - b.seq);
  const folded: ThreadItem[] = [];
  for (const item of items) {
    const last = folded.at(-1);
    if (item.type === "calls" && last?.type === "calls") last.calls.push(...item.calls);
    else folded.push(item);
  }
  const live = log.live
    .filter(({ taskId }) => !taskId)
    .map(({ messageId, text }): ThreadItem => ({ type: "live", key: messageId, seq: Number.MAX_SAFE_INTEGER, text }));
  return [...folded, ...live];
}
