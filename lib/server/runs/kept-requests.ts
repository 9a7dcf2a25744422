import { eq } from "drizzle-orm";
import type { Tx } from "../db/client";
import { namedAssignee } from "../inbox/service";
import { inputRequests } from "../inbox/table";
import type { LoggedEvent, NewEvent } from "./events";
import type { RunRow } from "./lease";
import type { InputRequest } from "./requests";

export const requestsIn = (events: readonly LoggedEvent[]): (InputRequest & { seq: number })[] =>
  events.filter(({ kind }) => kind === "input_request").map(({ seq, body }) => ({ ...(body as InputRequest), seq }));

/** Questions with the names of whom they are for. */
export const withNames = (tx: Tx, requests: readonly NewEvent[]): Promise<NewEvent[]> =>
  Promise.all(
    requests.map(async (event) => {
      const { asks } = event.body as Partial<InputRequest>;
      if (!asks) return event;
      return { ...event, body: { ...event.body, asks: { ...asks, assignee: await namedAssignee(tx, asks.assignee) } } };
    }),
  );

/** What the run asks stands in the inbox from the moment that it waits. */
export async function keepRequests(tx: Tx, { id: runId, teamId, sessionId }: RunRow, events: LoggedEvent[]) {
  const rows = requestsIn(events).map(({ seq, requestId: id, kind, deadline, asks }) => {
    const {
      assignee = { type: "anyone" as const },
      minutes = null,
      onDeadline = "end" as const,
      passTo = null,
    } = asks ?? {};
    return {
      ...{ id, teamId, sessionId, runId, seq, kind, minutes, onDeadline, passTo, ...assigneeColumns(assignee) },
      deadline: deadline === null ? null : new Date(deadline),
    };
  });
  if (rows.length > 0) await tx.insert(inputRequests).values(rows);
}

type Assignee = NonNullable<InputRequest["asks"]>["assignee"];

export const assigneeColumns = (assignee: Assignee) => ({
  assigneeType: assignee.type,
  assigneeId: assignee.type === "role" ? assignee.role : assignee.type === "account" ? assignee.accountId : null,
});

export const dropRequest = async (tx: Tx, requestId: string): Promise<void> => {
  await tx.delete(inputRequests).where(eq(inputRequests.id, requestId));
};

/** The run is over: nobody is asked any more. */
export const dropRequests = async (tx: Tx, runId: string): Promise<void> => {
  await tx.delete(inputRequests).where(eq(inputRequests.runId, runId));
};
