import { eq } from "drizzle-orm";
import type { LoggedEvent } from "@/lib/contract/session-events/events";
import type { InputRequest } from "@/lib/contract/session-events/requests";
import { publishInboxChange } from "../../../access/broadcast/notify";
import type { Tx } from "../../../platform/db/client";
import { databaseTime } from "../../../platform/db/query/time-from-now";
import { inputRequests } from "../../../platform/db/tables/input-requests";
import type { RunRow } from "../lease/lease";
import type { NewEvent } from "../log/events";
import { addAssigneeName } from "./assignees";

export const findRequests = (events: readonly LoggedEvent[]): (InputRequest & { seq: number })[] =>
  events.flatMap(({ seq, kind, body }) => (kind === "input_request" ? [{ ...body, seq }] : []));

export const deadlineFrom = (now: Date, minutes: number): Date => new Date(now.getTime() + minutes * 60_000);

/** Requests with assignee names, and deadlines by the database's clock. */
export async function withNamesAndDeadlines(
  tx: Tx,
  requests: readonly NewEvent<"input_request">[],
): Promise<NewEvent<"input_request">[]> {
  const now = requests.some(({ body }) => body.asks?.minutes) ? await databaseTime(tx) : undefined;
  return Promise.all(
    requests.map(async (event) => {
      const { asks } = event.body;
      if (!asks) return event;
      const deadline = now && asks.minutes ? deadlineFrom(now, asks.minutes).toISOString() : null;
      const assignee = await addAssigneeName(tx, asks.assignee);
      return { ...event, body: { ...event.body, deadline, asks: { ...asks, assignee } } };
    }),
  );
}

/** Requests appear in the inbox when the run starts waiting. */
export async function storeInputRequests(tx: Tx, { id: runId, teamId, sessionId }: RunRow, events: LoggedEvent[]) {
  const rows = findRequests(events).map(({ seq, requestId: id, kind, deadline, asks }) => {
    const {
      assignee = { type: "anyone" as const },
      minutes = null,
      onDeadline = "end" as const,
      passTo = null,
    } = asks ?? {};
    return {
      id,
      teamId,
      sessionId,
      runId,
      seq,
      kind,
      minutes,
      onDeadline,
      passTo,
      ...assigneeColumns(assignee),
      deadline: deadline === null ? null : new Date(deadline),
    };
  });
  if (rows.length === 0) return;
  await tx.insert(inputRequests).values(rows);
  publishInboxChange(tx, teamId);
}

type Assignee = NonNullable<InputRequest["asks"]>["assignee"];

export const assigneeColumns = (assignee: Assignee) => ({
  assigneeType: assignee.type,
  assigneeId: assignee.type === "role" ? assignee.role : assignee.type === "account" ? assignee.accountId : null,
});

export async function withdrawInputRequest(tx: Tx, requestId: string): Promise<void> {
  const [row] = await tx.delete(inputRequests).where(eq(inputRequests.id, requestId)).returning();
  if (row) publishInboxChange(tx, row.teamId);
}
