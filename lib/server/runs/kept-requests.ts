import { eq } from "drizzle-orm";
import type { Tx } from "../db/client";
import { databaseTime } from "../db/from-now";
import { namedAssignee } from "../inbox/service";
import { inputRequests } from "../inbox/table";
import type { LoggedEvent, NewEvent } from "./events";
import type { RunRow } from "./lease";
import type { InputRequest } from "./requests";

export const requestsIn = (events: readonly LoggedEvent[]): (InputRequest & { seq: number })[] =>
  events.filter(({ kind }) => kind === "input_request").map(({ seq, body }) => ({ ...(body as InputRequest), seq }));

export const deadlineFrom = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

/** Questions with the names of whom they are for, and with their deadlines by the database's clock. */
export async function withNamesAndDeadlines(tx: Tx, requests: readonly NewEvent[]): Promise<NewEvent[]> {
  const rulesOf = ({ body }: NewEvent) => (body as Partial<InputRequest>).asks;
  const now = requests.some((event) => rulesOf(event)?.minutes) ? await databaseTime(tx) : undefined;
  return Promise.all(
    requests.map(async (event) => {
      const asks = rulesOf(event);
      if (!asks) return event;
      const deadline = now && asks.minutes ? deadlineFrom(now, asks.minutes).toISOString() : null;
      const assignee = await namedAssignee(tx, asks.assignee);
      return { ...event, body: { ...event.body, deadline, asks: { ...asks, assignee } } };
    }),
  );
}

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
