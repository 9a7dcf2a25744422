import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Db } from "../db/client";
import { readPatience } from "../db/patient";
import { sessionEvents } from "../sessions/table";
import { unshelveAll } from "./bodies";
import type { EventRow } from "./events";
import type { StepCall } from "./guards";
import type { RunRow } from "./lease";
import { type Part, partOf } from "./part";

type Reader = Pick<Db, "select">;

type RunKey = Pick<RunRow, "id" | "sessionId">;

/** The run's events of these kinds that no rewind has superseded, in order. */
export async function eventsOf(db: Reader, run: RunKey, kinds: string[]): Promise<EventRow[]> {
  return unshelveAll(await rowsOf(db, run, kinds), readPatience(db));
}

/** The same as the database has them: of a large body only its small fields. */
async function rowsOf(db: Reader, run: RunKey, kinds: string[]): Promise<EventRow[]> {
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

interface CallBody {
  callId: string;
  name: string;
  input: unknown;
  invalid?: string;
  startedAt?: string;
  /** It is made only once a person has approved it. */
  approval?: boolean;
  /** Of the tool, when it was called. */
  revisionId?: string;
  /** Of an answer: the arguments that somebody has put in place of the model's. */
  args?: unknown;
}

export const callOf = (body: unknown): StepCall => {
  const { callId, name, input, invalid } = body as CallBody;
  return { id: callId, name, input, invalid };
};

/**
 * `proposed` it waits for an approval that nobody was asked for · `started` it may have happened · `asked` a person is to
 * say what to do · `allowed` they have: it is to be made, for the first time or again.
 */
export interface OpenCall {
  call: StepCall;
  state: "proposed" | "started" | "asked" | "allowed";
  /** It may have been made before. */
  begun: boolean;
  /** The arguments are a person's. */
  edited: boolean;
  startedAt: string;
  /** Of the tool, as it was when the model called it. */
  revisionId?: string | undefined;
  /** What a person was shown and has approved, for the first time or again: this revision of the tool and no other. */
  approval?: { revisionId: string | undefined } | undefined;
  /** The tool was changed after the approval, which is asked for again. */
  lapsed?: boolean;
  /** Of a process: whose call it is. */
  part: Part | undefined;
}

export const repeating = "repeating";
export const approved = "approved";
/** It was still to be made when its worker was told to stop. */
export const waiting = "waiting";

const kinds = ["tool_call", "tool_result", "input_request", "input_answer", "notice"];

/** Calls of the run that have no result, and what the log last says of each. */
export const openCalls = async (db: Reader, run: RunKey): Promise<OpenCall[]> => openIn(await eventsOf(db, run, kinds));

/**
 * The same without their arguments where those are large. Reads nothing from file storage: a run has to come to its end also
 * where a stored body cannot be read.
 */
export const openCallsInRows = async (db: Reader, run: RunKey): Promise<OpenCall[]> =>
  openIn(await rowsOf(db, run, kinds));

function openIn(rows: readonly EventRow[]): OpenCall[] {
  const open = new Map<string, OpenCall>();
  const shown = new Map<string, OpenCall["approval"]>();
  for (const { kind, body, at } of rows) {
    const said = body as CallBody & { code?: string; decision?: string };
    const known = open.get(said.callId);
    if (kind === "tool_call") {
      const startedAt = said.startedAt ?? at.toISOString();
      const begun = !said.approval;
      const state = begun ? ("started" as const) : ("proposed" as const);
      const { revisionId } = said;
      open.set(said.callId, {
        ...{ call: callOf(body), state, begun, edited: false, startedAt, revisionId, part: partOf(body) },
      });
    } else if (kind === "tool_result") open.delete(said.callId);
    else if (!known) continue;
    else if (kind === "input_request") {
      known.state = "asked";
      known.approval = undefined;
      shown.set(said.callId, { revisionId: said.revisionId ?? known.revisionId });
    } else if (kind === "input_answer" && said.decision === "approve") {
      known.state = "allowed";
      known.approval = shown.get(said.callId);
      if (said.args !== undefined) Object.assign(known, { edited: true, call: { ...known.call, input: said.args } });
    } else if (kind === "notice" && (said.code === repeating || said.code === approved)) {
      known.state = "started";
      known.begun = true;
      known.startedAt = at.toISOString();
    } else if (kind === "notice" && said.code === waiting) {
      known.state = "allowed";
      known.begun = false;
    }
  }
  return [...open.values()];
}
