import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { LoggedBody, LoggedKind } from "@/lib/contract/session-events/events";
import type { Reader } from "../../../platform/db/client";
import { readRetryPolicy } from "../../../platform/db/retrying-db";
import { sessionEvents } from "../../../platform/db/tables/sessions";
import type { RunRow } from "../lease/lease";
import { loadBodies } from "../log/bodies";
import { type Part, partOf } from "../log/part";
import { type EventRow, type LoadedEvent, type StoredEvent, toStored } from "../log/stored-events";
import type { StepCall } from "./guards";

type RunKey = Pick<RunRow, "id" | "sessionId">;

/** The run's events of these kinds that no rewind has superseded, in order. */
export async function eventsOf(db: Reader, run: RunKey, kinds: LoggedKind[]): Promise<LoadedEvent[]> {
  return loadBodies(await rowsOf(db, run, kinds), readRetryPolicy(db));
}

/** The same as stored: of an offloaded body only the small fields. */
async function rowsOf(db: Reader, run: RunKey, kinds: LoggedKind[]): Promise<EventRow[]> {
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

export const callOf = ({ callId, name, input, invalid }: LoggedBody<"tool_call">): StepCall => ({
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
  begun: boolean;
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

export const repeating = "repeating";
export const approved = "approved";
/** The call had not started when its worker was stopped. */
export const waiting = "waiting";

const kinds: LoggedKind[] = ["tool_call", "tool_result", "input_request", "input_answer", "notice"];

/** The run's calls without a result, with their state in the log. */
export const openCalls = async (db: Reader, run: RunKey): Promise<OpenCall[]> => openIn(await eventsOf(db, run, kinds));

/**
 * The same without large arguments. Does not access file storage, so that a run can finish even if a stored body is unreadable.
 */
export const openCallsInRows = async (db: Reader, run: RunKey): Promise<OpenCall[]> =>
  openIn((await rowsOf(db, run, kinds)).map(toStored));

function openIn(events: readonly StoredEvent[]): OpenCall[] {
  const open = new Map<string, OpenCall>();
  const shown = new Map<string, OpenCall["approval"]>();
  for (const event of events) {
    if (event.kind === "tool_call") {
      const { callId = "", name = "", input, invalid, approval, revisionId, startedAt } = event.body;
      const begun = !approval;
      open.set(callId, {
        call: { id: callId, name, input, invalid },
        state: begun ? "started" : "proposed",
        begun,
        edited: false,
        startedAt: startedAt ?? event.at.toISOString(),
        revisionId,
        part: partOf(event.body),
      });
      continue;
    }
    const callId = callIdOf(event);
    const known = open.get(callId);
    if (event.kind === "tool_result") open.delete(callId);
    else if (!known) continue;
    else if (event.kind === "input_request") {
      known.state = "asked";
      known.approval = undefined;
      shown.set(callId, { revisionId: event.body.revisionId ?? known.revisionId });
    } else if (event.kind === "input_answer" && event.body.decision === "approve") {
      known.state = "allowed";
      known.approval = shown.get(callId);
      const { args } = event.body;
      if (args !== undefined) Object.assign(known, { edited: true, call: { ...known.call, input: args } });
    } else if (event.kind === "notice" && (event.body.code === repeating || event.body.code === approved)) {
      known.state = "started";
      known.begun = true;
      known.startedAt = event.at.toISOString();
    } else if (event.kind === "notice" && event.body.code === waiting) {
      known.state = "allowed";
      known.begun = false;
    }
  }
  return [...open.values()];
}

/** The call id of an event; empty if it has none. */
function callIdOf({ kind, body }: StoredEvent): string {
  if (kind === "tool_result" || kind === "input_request" || kind === "input_answer") return body.callId ?? "";
  const isOfCall = kind === "notice" && (body.code === repeating || body.code === approved || body.code === waiting);
  return isOfCall ? (body.callId ?? "") : "";
}
