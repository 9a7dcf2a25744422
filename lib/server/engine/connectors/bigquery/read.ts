import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { OutboundError } from "../../../platform/outbound/outbound-error";
import { guessTitle, toTitle } from "../../parsing/shared/record-text";
import { parseState } from "../shared/answer";
import { findCause } from "../shared/failure";
import { getErrorStatus } from "../shared/service-error";
import type { ConnectorContext, Message, RecordMessage, StreamChoice } from "../shared/types";
import { type Bigquery, createBigqueryClient, type JobRef } from "./client";
import type { BigquerySettings } from "./settings";
import { createPlan, type TablePlan } from "./streams";
import { toJsonRow } from "./value";

const pageSize = 1_000;
const pollMs = 500;
/** Rows remembered at the cursor's last value; beyond that, some are emitted twice, which is harmless. */
const MAX_EMITTED = 1_000;

/** `value`: the cursor up to which everything has been emitted; the rows already emitted with that value are listed. */
const reached = z.object({ value: z.string().optional(), told: z.array(z.string()) });
type CursorPosition = z.output<typeof reached>;

const bigqueryState = z.discriminatedUnion("phase", [
  /** Within a query's result, which is a snapshot of the table. */
  z.object({
    phase: z.literal("job"),
    sql: z.string(),
    job: z.object({ id: z.string(), location: z.string().optional() }),
    at: z.number(),
    begun: reached,
    reached,
  }),
  z.object({ phase: z.literal("cursor"), reached }),
]);
type State = z.output<typeof bigqueryState>;
type JobState = Extract<State, { phase: "job" }>;

const hash = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 22);

/** Rows without a primary key are identified by their contents: equal rows count as one. */
function getKey(data: Record<string, unknown>, { primaryKeys }: TablePlan): string {
  if (primaryKeys.length === 0) return hash(data);
  const values = primaryKeys.map((name) => data[name]);
  return values.length === 1 ? String(values[0]) : JSON.stringify(values);
}

function toRecordMessage(data: Record<string, unknown>, shape: TablePlan, { fields }: StreamChoice): RecordMessage {
  const { cursor, isTime } = shape;
  // A DATETIME has no zone; UTC is assumed.
  const text = cursor && isTime ? String(data[cursor]).replace(/T[\d:.]+$/, "$&Z") : "";
  const time = text ? new Date(text) : undefined;
  const selected = fields ? Object.fromEntries(fields.map((name) => [name, data[name] ?? null])) : data;
  return {
    type: "record",
    key: getKey(data, shape),
    title: guessTitle(selected) ?? (shape.primaryKeys.length === 0 ? toTitle(selected) : null),
    uri: null,
    updatedAt: time && !Number.isNaN(time.getTime()) ? time : undefined,
    data: selected,
  };
}

/** Waits for a query to end. When rows are too large for one response, smaller pages are used from then on. */
async function readPage({ bigquery, page, ctx }: ReadContext, job: JobRef, from: number) {
  while (true) {
    try {
      const result = await bigquery.readRows(job, from, page.size);
      if (result) return { rows: result.rows.map(toJsonRow), total: result.total };
    } catch (error) {
      if (page.size === 1 || findCause(error, OutboundError)?.problem !== "too_large") throw error;
      page.size = Math.ceil(page.size / 4);
      continue;
    }
    await sleep(pollMs, undefined, { signal: ctx.signal });
  }
}

/** Advances the cursor past a row; rows arrive in its order. */
function advance(
  before: CursorPosition,
  data: Record<string, unknown>,
  rowHash: string,
  { cursor }: TablePlan,
): CursorPosition {
  const value = cursor === undefined ? null : data[cursor];
  if (value === null || value === undefined) return before;
  const text = String(value);
  if (text !== before.value) return { value: text, told: [rowHash] };
  if (before.told.includes(rowHash)) return before;
  return before.told.length < MAX_EMITTED ? { value: text, told: [...before.told, rowHash] } : before;
}

interface ReadContext {
  bigquery: Bigquery;
  shape: TablePlan;
  stream: StreamChoice;
  /** Rows in the next response. */
  page: { size: number };
  ctx: ConnectorContext;
}

async function startJob({ bigquery, shape }: ReadContext, from: CursorPosition): Promise<JobState> {
  const sql = shape.sql(from.value);
  const params: Record<string, string> = from.value === undefined ? {} : { from: from.value };
  const job = await bigquery.startQuery(sql, params, shape.location);
  return { phase: "job", sql, job, at: 0, begun: from, reached: from };
}

async function* readJob(context: ReadContext, initial: JobState): AsyncIterable<Message> {
  const { shape, stream } = context;
  const emitted = new Set(initial.begun.told);
  let state = initial;
  for (let more = true; more; ) {
    const { rows, total } = await readPage(context, state.job, state.at);
    let { reached: position } = state;
    for (const data of rows) {
      const rowHash = hash(data);
      const isEmitted = shape.cursor !== undefined && emitted.has(rowHash);
      position = advance(position, data, rowHash, shape);
      if (!isEmitted) yield toRecordMessage(data, shape, stream);
    }
    state = { ...state, at: state.at + rows.length, reached: position };
    more = rows.length > 0 && state.at < total;
    if (more) yield { type: "state", state: state satisfies State };
  }
  const isFull = initial.begun.value === undefined;
  // Rows emitted by the first part of a resumed read are in the same result.
  if (isFull && initial.at > 0) yield* emitKeys(context, initial);
  const next: State | null = shape.cursor === undefined ? null : { phase: "cursor", reached: state.reached };
  yield { type: "state", state: next };
  yield { type: "end", complete: isFull };
}

async function* emitKeys(context: ReadContext, { job, at: end }: JobState): AsyncIterable<Message> {
  const { shape } = context;
  for (let at = 0; at < end; ) {
    const { rows } = await readPage(context, job, at);
    if (rows.length === 0) return;
    yield { type: "unchanged", keys: rows.slice(0, end - at).map((data) => getKey(data, shape)) };
    at += rows.length;
  }
}

/** Results are retained for a day; a sync may pause for longer. */
async function isJobAvailable(bigquery: Bigquery, { job, at }: JobState): Promise<boolean> {
  try {
    await bigquery.readRows(job, at, 1);
    return true;
  } catch (error) {
    if ([400, 404, 410].includes(getErrorStatus(error))) return false;
    throw error;
  }
}

export async function* readBigquery(
  settings: BigquerySettings,
  stream: StreamChoice,
  storedState: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const bigquery = await createBigqueryClient(settings, ctx);
  const shape = await createPlan(bigquery, stream);
  const context: ReadContext = { bigquery, shape, stream, page: { size: pageSize }, ctx };
  const state = parseState(bigqueryState, storedState);
  if (state?.phase === "job" && state.sql === shape.sql(state.begun.value) && (await isJobAvailable(bigquery, state))) {
    yield* readJob(context, state);
    return;
  }
  const start: CursorPosition = { told: [] };
  const from = shape.cursor === undefined ? start : state?.phase === "job" ? state.begun : state?.reached;
  yield* readJob(context, await startJob(context, from ?? start));
}
