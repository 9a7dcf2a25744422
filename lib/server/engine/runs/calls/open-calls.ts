import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { LoggedBody, LoggedKind } from "@/lib/contract/session-events/events";
import type { Reader } from "../../../platform/db/client";
import { readRetryPolicy } from "../../../platform/db/retrying-db";
import { sessionEvents } from "../../../platform/db/tables/sessions";
import type { RunRow } from "../lease/lease";
import { loadBodies } from "../log/bodies";
import { type Part, toPart } from "../log/part";
import { type EventRow, type LoadedEvent, type StoredEvent, toStored } from "../log/stored-events";
import type { StepCall } from "./guards";

type RunKey = Pick<RunRow, "id" | "sessionId">;

/** The run's events of these kinds that no rewind has superseded, in order. */
export async function loadEvents(db: Reader, run: RunKey, kinds: LoggedKind[]): Promise<LoadedEvent[]> {
  return loadBodies(await findRunEvents(db, run, kinds), readRetryPolicy(db));
}

/** The same as stored: of an offloaded body only the small fields. */
async function findRunEvents(db: Reader, run: RunKey, kinds: LoggedKind[]): Promise<EventRow[]> {
  return db
    .select()
    .from(sessionEvents)
    .where(
      and(
        eq(sessionEvents.sessionId, run.sessionId),
        eq(sessionEvents.runId, run.id),
        isNull(sessionEvents.supersededBy),
        inArray(sessionEvents.kind, kinds),
      ),
    )
    .orderBy(asc(sessionEvents.seq));
}

export const toStepCall = ({ callId, name, input, invalid }: LoggedBody<"tool_call">): StepCall => ({
  id: callId,
  name,
  input,
  invalid,
});

/**
 * `proposed`: waits for an approval not yet requested · `started`: may have been executed · `asked`: waits for a person's
 * decision · `allowed`: approved, to be made for the first time or again.
 */
export interface OpenCall {
  call: StepCall;
  state: "proposed" | "started" | "asked" | "allowed";
  /** It may have been executed before. */
  mayHaveRun: boolean;
  /** A person has edited the arguments. */
  edited: boolean;
  startedAt: string;
  /** The tool's revision when the model called it. */
  revisionId?: string | undefined;
  /** The revision that a person has approved, and no other. */
  approval?: { revisionId: string | undefined } | undefined;
  /** The tool has changed since the approval, which is requested again. */
  lapsed?: boolean;
  /** In a process: the task or delegation that made the call. */
  part: Part | undefined;
}

export const repeatingCode = "repeating";
export const approvedCode = "approved";
/** The call had not started when its worker was stopped. */
export const waitingCode = "waiting";

const kinds: LoggedKind[] = ["tool_call", "tool_result", "input_request", "input_answer", "notice"];

/** The run's calls without a result, with their state in the log. */
export const findOpenCalls = async (db: Reader, run: RunKey): Promise<OpenCall[]> =>
  collectOpenCalls(await loadEvents(db, run, kinds));

/**
 * The same without large arguments. Does not access file storage, so that a run can finish even if a stored body is unreadable.
 */
export const findOpenCallsInRows = async (db: Reader, run: RunKey): Promise<OpenCall[]> =>
  collectOpenCalls((await findRunEvents(db, run, kinds)).map(toStored));

function collectOpenCalls(events: readonly StoredEvent[]): OpenCall[] {
  const open = new Map<string, OpenCall>();
  const shownRevisions = new Map<string, OpenCall["approval"]>();
  for (const event of events) {
    if (event.kind === "tool_call") {
      const { callId = "", name = "", input, invalid, approval, revisionId, startedAt } = event.body;
      const mayHaveRun = !approval;
      open.set(callId, {
        call: { id: callId, name, input, invalid },
        state: mayHaveRun ? "started" : "proposed",
        mayHaveRun,
        edited: false,
        startedAt: startedAt ?? event.at.toISOString(),
        revisionId,
        part: toPart(event.body),
      });
      continue;
    }
    const callId = findCallId(event);
    const openCall = open.get(callId);
    if (event.kind === "tool_result") open.delete(callId);
    else if (!openCall) continue;
    else if (event.kind === "input_request") {
      openCall.state = "asked";
      openCall.approval = undefined;
      shownRevisions.set(callId, { revisionId: event.body.revisionId ?? openCall.revisionId });
    } else if (event.kind === "input_answer" && event.body.decision === "approve") {
      openCall.state = "allowed";
      openCall.approval = shownRevisions.get(callId);
      const { args } = event.body;
      if (args !== undefined) Object.assign(openCall, { edited: true, call: { ...openCall.call, input: args } });
    } else if (event.kind === "notice" && (event.body.code === repeatingCode || event.body.code === approvedCode)) {
      openCall.state = "started";
      openCall.mayHaveRun = true;
      openCall.startedAt = event.at.toISOString();
    } else if (event.kind === "notice" && event.body.code === waitingCode) {
      openCall.state = "allowed";
      openCall.mayHaveRun = false;
    }
  }
  return [...open.values()];
}

/** The call id of an event; empty if it has none. */
function findCallId({ kind, body }: StoredEvent): string {
  if (kind === "tool_result" || kind === "input_request" || kind === "input_answer") return body.callId ?? "";
  const isOfCall =
    kind === "notice" && (body.code === repeatingCode || body.code === approvedCode || body.code === waitingCode);
  return isOfCall ? (body.callId ?? "") : "";
}
