import { buildProcessGraphs, type ProcessGraph } from "./process-graph";
import { findGraphTask } from "./process-items";
import type { ThreadRequest } from "./requests";
import { findSearchesBefore } from "./searches";
import type { SessionLog, ThreadCall, ThreadMessage } from "./state";

export type ThreadItem =
  | { type: "message"; key: string; seq: number; message: ThreadMessage }
  | { type: "calls"; key: string; seq: number; calls: ThreadCall[] }
  | { type: "request"; key: string; seq: number; request: ThreadRequest }
  | { type: "notice"; key: string; seq: number; text: string }
  | { type: "process"; key: string; seq: number; graph: ProcessGraph }
  | { type: "live"; key: string; seq: number; text: string };

/** Builds the thread in log order: consecutive calls are one item, live text comes last. */
export function buildThread(log: SessionLog): ThreadItem[] {
  const graphs = buildProcessGraphs(log);
  const withItem = (request: ThreadRequest): ThreadRequest => {
    const { tasks = [] } = graphs.findLast(({ seq }) => seq < request.seq) ?? {};
    return { ...request, item: request.taskId && findGraphTask(tasks, request.taskId)?.item?.text };
  };
  const items: ThreadItem[] = [
    ...log.messages.map((message): ThreadItem => ({ type: "message", key: message._id, seq: message.seq, message })),
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
