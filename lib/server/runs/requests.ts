import type { Db } from "../db/client";
import { newId } from "../db/ids";
import type { NewEvent } from "./events";
import type { RunRow } from "./lease";
import { eventsOf, type OpenCall } from "./open-calls";

/** `repeat`: a call that may have happened is made again or not. Each kind takes its own decisions. */
export const requestDecisions = { repeat: ["approve", "reject"] } as const satisfies Record<string, Decision[]>;
export type RequestKind = keyof typeof requestDecisions;
export type Decision = "approve" | "reject" | "respond";

/** What a run waits for a person to decide. `text` is the question. */
export interface InputRequest {
  requestId: string;
  kind: RequestKind;
  text: string;
  /** When waiting ends by itself; null: never. */
  deadline: string | null;
  callId: string;
  name: string;
  input: unknown;
  startedAt: string;
}

export function repeatRequest({ call: { id: callId, name, input }, startedAt }: OpenCall): NewEvent {
  const text = `The server was interrupted while ${name} was called. The call may have happened.`;
  const body: InputRequest = {
    ...{ requestId: newId("request"), kind: "repeat", text, deadline: null },
    ...{ callId, name, input, startedAt },
  };
  return { kind: "input_request", body: { ...body } };
}

export interface AskedRequest extends InputRequest {
  answered: boolean;
}

/** Everything the run has asked, answered or not, oldest first. */
export async function requestsOf(
  db: Pick<Db, "select">,
  run: Pick<RunRow, "id" | "sessionId">,
): Promise<AskedRequest[]> {
  const rows = await eventsOf(db, run, ["input_request", "input_answer"]);
  const answers = rows.filter(({ kind }) => kind === "input_answer");
  const answered = new Set(answers.map(({ body }) => (body as InputRequest).requestId));
  return rows
    .filter(({ kind }) => kind === "input_request")
    .map(({ body }) => body as InputRequest)
    .map((request) => ({ ...request, answered: answered.has(request.requestId) }));
}
