import type { LoggedBody } from "@/lib/contract/session-events/events";
import type { InputRequest } from "@/lib/contract/session-events/requests";
import { approvalEvents, callEvents, messageEvents } from "./items";
import type { Numbered } from "./numbered";
import type { OutputItem } from "./response-object";

interface Waits {
  requests: readonly InputRequest[];
  calls: readonly LoggedBody<"tool_call">[];
  reason: string | null;
  link: string;
}

interface At {
  /** Of the first event. */
  number: number;
  /** Of the first item. */
  index: number;
  /** Of the text. */
  id: string;
}

/** What a run waits for: calls that the client makes, or people, who get a link. */
export function toWaitingItems({ requests, calls, reason, link }: Waits, { number, index, id }: At) {
  const items: OutputItem[] = [];
  const events: Numbered[] = [];
  const add = (make: (first: number, index: number) => { item: OutputItem; all: Numbered[] }) => {
    const { item, all } = make(number + events.length, index + items.length);
    events.push(...all);
    items.push(item);
  };
  const text = `${reason ?? "The run needs a response."}\n\n${link}`;
  if (requests.length > 0 || calls.length === 0)
    add((first, at) => messageEvents(first, at, { id, text, status: "completed" }));
  for (const request of requests)
    if (request.kind === "approval") add((first, at) => approvalEvents(first, at, request, link));
  for (const call of calls) add((first, at) => callEvents(first, at, call));
  return { items, events };
}
