import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { OutboundError } from "../../../platform/outbound/outbound-error";
import { guessTitle, titleOfValues } from "../../parsing/shared/record-text";
import { stateOf } from "../shared/answer";
import { causeOf } from "../shared/failure";
import { statusIn } from "../shared/service-error";
import type { ConnectorContext, Message, RecordMessage, StreamChoice } from "../shared/types";
import { type Bigquery, type JobPlace, openBigquery } from "./client";
import type { BigquerySettings } from "./settings";
import { type Shape, shapeOf } from "./streams";
import { jsonRow } from "./value";

const pageSize = 1_000;
const pollMs = 500;
/** Rows remembered at the cursor's last value; beyond that, some are emitted twice, which is harmless. */
const MAX_TOLD = 1_000;

/** `value`: the cursor up to which everything has been emitted; the rows already emitted with that value are listed. */
const reached = z.object({ value: z.string().optional(), told: z.array(z.string()) });
type Reached = z.output<typeof reached>;

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
function keyOf(data: Record<string, unknown>, { primaryKeys }: Shape): string {
  if (primaryKeys.length === 0) return hash(data);
  const values = primaryKeys.map((name) => data[name]);
  return values.length === 1 ? String(values[0]) : JSON.stringify(values);
}

function recordOf(data: Record<string, unknown>, shape: Shape, { fields }: StreamChoice): RecordMessage {
  const { cursor, isTime } = shape;
  // A DATETIME has no zone; UTC is assumed.
  const text = cursor && isTime ? String(data[cursor]).replace(/T[\d:.]+$/, "$&Z") : "";
  const time = text ? new Date(text) : undefined;
  const shown = fields ? Object.fromEntries(fields.map((name) => [name, data[name] ?? null])) : data;
  return {
    type: "record",
    key: keyOf(data, shape),
    title: guessTitle(shown) ?? (shape.primaryKeys.length === 0 ? titleOfValues(shown) : null),
    uri: null,
    updatedAt: time && !Number.isNaN(time.getTime()) ? time : undefined,
    data: shown,
  };
}

/** Waits for a query to end. When rows are too large for one response, smaller pages are used from then on. */
async function rowsOf({ bigquery, page, ctx }: Reading, job: JobPlace, from: number) {
  while (true) {
    try {
      const found = await bigquery.rows(job, from, page.size);
      if (found) return { rows: found.rows.map(jsonRow), total: found.total };
    } catch (error) {
      if (page.size === 1 || causeOf(error, OutboundError)?.problem !== "too_large") throw error;
      page.size = Math.ceil(page.size / 4);
      continue;
    }
    await sleep(pollMs, undefined, { signal: ctx.signal });
  }
}

/** Advances the cursor past a row; rows arrive in its order. */
function advance(before: Reached, data: Record<string, unknown>, mark: string, { cursor }: Shape): Reached {
  const value = cursor === undefined ? null : data[cursor];
  if (value === null || value === undefined) return before;
  const text = String(value);
  if (text !== before.value) return { value: text, told: [mark] };
  if (before.told.includes(mark)) return before;
  return before.told.length < MAX_TOLD ? { value: text, told: [...before.told, mark] } : before;
}

interface Reading {
  bigquery: Bigquery;
  shape: Shape;
  stream: StreamChoice;
  /** Rows in the next response. */
  page: { size: number };
  ctx: ConnectorContext;
}

async function begin({ bigquery, shape }: Reading, from: Reached): Promise<JobState> {
  const sql = shape.sql(from.value);
  const params: Record<string, string> = from.value === undefined ? {} : { from: from.value };
  const job = await bigquery.query(sql, params, shape.location);
  return { phase: "job", sql, job, at: 0, begun: from, reached: from };
}

async function* readJob(reading: Reading, begun: JobState): AsyncIterable<Message> {
  const { shape, stream } = reading;
  const known = new Set(begun.begun.told);
  let state = begun;
  for (let more = true; more; ) {
    const { rows, total } = await rowsOf(reading, state.job, state.at);
    let { reached: now } = state;
    for (const data of rows) {
      const mark = hash(data);
      const isKnown = shape.cursor !== undefined && known.has(mark);
      now = advance(now, data, mark, shape);
      if (!isKnown) yield recordOf(data, shape, stream);
    }
    state = { ...state, at: state.at + rows.length, reached: now };
    more = rows.length > 0 && state.at < total;
    if (more) yield { type: "state", state: state satisfies State };
  }
  const all = begun.begun.value === undefined;
  // Rows emitted by the first part of a resumed read are in the same result.
  if (all && begun.at > 0) yield* emitKeys(reading, begun);
  const next: State | null = shape.cursor === undefined ? null : { phase: "cursor", reached: state.reached };
  yield { type: "state", state: next };
  yield { type: "end", complete: all };
}

async function* emitKeys(reading: Reading, { job, at: end }: JobState): AsyncIterable<Message> {
  const { shape } = reading;
  for (let at = 0; at < end; ) {
    const { rows } = await rowsOf(reading, job, at);
    if (rows.length === 0) return;
    yield { type: "unchanged", keys: rows.slice(0, end - at).map((data) => keyOf(data, shape)) };
    at += rows.length;
  }
}

/** Results are retained for a day; a sync may pause for longer. */
async function isThere(bigquery: Bigquery, { job, at }: JobState): Promise<boolean> {
  try {
    await bigquery.rows(job, at, 1);
    return true;
  } catch (error) {
    if ([400, 404, 410].includes(statusIn(error))) return false;
    throw error;
  }
}

export async function* readBigquery(
  settings: BigquerySettings,
  stream: StreamChoice,
  given: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> {
  const bigquery = await openBigquery(settings, ctx);
  const shape = await shapeOf(bigquery, stream);
  const reading: Reading = { bigquery, shape, stream, page: { size: pageSize }, ctx };
  const state = stateOf(bigqueryState, given);
  if (state?.phase === "job" && state.sql === shape.sql(state.begun.value) && (await isThere(bigquery, state))) {
    yield* readJob(reading, state);
    return;
  }
  const nothing: Reached = { told: [] };
  const from = shape.cursor === undefined ? nothing : state?.phase === "job" ? state.begun : state?.reached;
  yield* readJob(reading, await begin(reading, from ?? nothing));
}
