import type { SessionLog, ThreadCall, ThreadMessage } from "./session-log-state";
import { type Picture, picturesOf } from "./session-process";
import type { ThreadRequest } from "./session-requests";
import { searchesBefore } from "./session-searches";

export type ThreadItem =
  | { type: "message"; key: string; seq: number; message: ThreadMessage }
  | { type: "calls"; key: string; seq: number; calls: ThreadCall[] }
  | { type: "request"; key: string; seq: number; request: ThreadRequest }
  | { type: "notice"; key: string; seq: number; text: string }
  | { type: "process"; key: string; seq: number; picture: Picture }
  | { type: "live"; key: string; seq: number; text: string };

/** The thread in the order of the log: calls that follow each other fold into one item, live text stands last. */
export function threadOf(log: SessionLog): ThreadItem[] {
  const items: ThreadItem[] = [
    ...log.messages.map((message): ThreadItem => ({ type: "message", key: message._id, seq: message.seq, message })),
    ...log.notices.map(({ seq, text }): ThreadItem => ({ type: "notice", key: `n${seq}`, seq, text })),
    ...log.requests.map(
      (request): ThreadItem => ({
        ...{ type: "request", key: request.requestId, seq: request.seq, request },
      }),
    ),
    ...picturesOf(log).map((picture): ThreadItem => {
      return { type: "process", key: `p${picture.seq}`, seq: picture.seq, picture };
    }),
    ...log.calls
      .filter(({ taskId }) => !taskId)
      .map((call): ThreadItem => {
        const calls = [{ ...call, searches: searchesBefore(call.endSeq, log.searches) }];
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
