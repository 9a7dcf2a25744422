import { createHash } from "node:crypto";
import { guessTitle, toTitle } from "../../parsing/shared/record-text";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext, Message, RecordMessage, StreamChoice } from "../shared/types";
import { type Row, readBatches } from "./batches";
import { type Column, findTable } from "./catalog";
import { type Session, withSession } from "./connect";
import { createPlan, listSelectedColumns, type Plan, XMIN } from "./plan";
import type { PostgresSettings } from "./settings";
import { buildKeysSql, buildMissingKeySql, buildRowsSql } from "./sql";
import { type Position, type PostgresState, parseState } from "./state";
import { hasManyParts, toJsonValue } from "./values";

/** Transaction ids wrap at 31 bits of age; near that, the table is read from the start. */
const MAX_AGE = 2n ** 31n - 10_000_000n;

export const readPostgres = (
  settings: PostgresSettings,
  choice: StreamChoice,
  state: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> =>
  withSession(settings, ctx, async function* (session) {
    const plan = createPlan(await findTable(session, choice.name, listSelectedColumns(choice)), choice);
    await assertKeysPresent(session, plan);
    const stored = parseState(state, plan);
    const initial = stored.at === null ? await begin(session, plan, stored) : stored;
    const final = yield* changedRows(session, plan, initial);
    if (initial.since !== null || initial.at !== null) yield* emitAllKeys(session, plan);
    const since = plan.cursor === null ? null : final.next;
    yield { type: "state", state: { ...final, since, next: null, at: null } };
    yield { type: "end", complete: true };
  });

/** A user-chosen key may contain nulls, and rows without a key cannot be tracked. */
async function assertKeysPresent(session: Session, plan: Plan): Promise<void> {
  const names = plan.keys.map(({ name }) => name);
  if (names.length === 0 || JSON.stringify(names) === JSON.stringify(plan.table.primaryKeys)) return;
  const [row] = await session.rows(buildMissingKeySql(plan));
  if (!row) return;
  const message = `Some rows in ${plan.stream} have no value in ${names.map((name) => `“${name}”`).join(" or ")}. Choose another primary key.`;
  throw new ConnectorError("settings", message);
}

/** Starts a read. With xmin, rows committed by now need not be read by the next one. */
async function begin(session: Session, plan: Plan, stored: PostgresState): Promise<PostgresState> {
  if (plan.cursor !== XMIN) return { ...stored, next: stored.since };
  const [row] = await session.rows(
    "select txid_snapshot_xmin(s)::text, txid_snapshot_xmax(s)::text from txid_current_snapshot() s",
  );
  const [next = null, latest] = row ?? [];
  const age = stored.since === null ? 0n : BigInt(latest ?? "0") - BigInt(stored.since);
  // A lower transaction id means another server, or one restored from a backup.
  return { ...stored, since: age < 0n || age > MAX_AGE ? null : stored.since, next };
}

async function* changedRows(
  session: Session,
  plan: Plan,
  initial: PostgresState,
): AsyncGenerator<Message, PostgresState> {
  const hasCursorColumn = plan.cursor !== null && plan.cursor !== XMIN;
  const phases: Position["leg"][] = hasCursorColumn ? ["rows", "nulls"] : ["rows"];
  const hasKey = plan.keys.length > 0;
  let state = initial;
  for (const phase of phases.slice(phases.indexOf(initial.at?.leg ?? "rows"))) {
    for (let more = true; more; ) {
      const at = state.at?.leg === phase ? state.at : null;
      const batches = readBatches(session, buildRowsSql(plan, phase, initial.since, at), hasKey);
      let batch = await batches.next();
      for (; !batch.done; batch = await batches.next()) {
        for (const row of batch.value) yield toRecordMessage(plan, row);
        const last = batch.value.at(-1);
        if (!hasKey || !last) continue;
        const next = hasCursorColumn && phase === "rows" ? (last[0] ?? null) : state.next;
        state = { ...state, next, at: { leg: phase, cursor: last[0] ?? null, key: getKey(plan, last) } };
        yield { type: "state", state };
      }
      more = batch.value;
    }
  }
  return state;
}

/** Emits all existing keys, so that deleted rows are detected. */
async function* emitAllKeys(session: Session, plan: Plan): AsyncGenerator<Message> {
  for await (const rows of readBatches(session, buildKeysSql(plan), false))
    yield { type: "unchanged", keys: rows.map((row) => formatKey(row.map((part) => part ?? ""))) };
}

const getKey = ({ keys }: Plan, row: Row): string[] => keys.map((_, index) => row[index + 1] ?? "");

const formatKey = (parts: string[]): string => (parts.length === 1 ? (parts[0] ?? "") : JSON.stringify(parts));

function toRecordMessage(plan: Plan, row: Row): RecordMessage {
  const { keys, fields, cursor, stream } = plan;
  const cells = row.slice(1 + keys.length);
  const asText = hasManyParts(cells, fields);
  const toValue = (field: Column, cell: string | null = null) => (asText ? cell : toJsonValue(cell, field));
  const data = Object.fromEntries(fields.map((field, index) => [field.name, toValue(field, cells[index])]));
  // Rows without a key are identified by their contents.
  const key =
    keys.length > 0
      ? formatKey(getKey(plan, row))
      : createHash("sha256").update(JSON.stringify(cells)).digest("base64url");
  const title = guessTitle(data) ?? (keys.length > 0 ? `${stream} ${key}` : toTitle(data));
  const instant = cursor !== null && cursor !== XMIN && cursor.base === "timestamptz" ? Date.parse(row[0] ?? "") : NaN;
  const updatedAt = Number.isNaN(instant) ? {} : { updatedAt: new Date(instant) };
  return { type: "record", key, title, uri: null, ...updatedAt, data };
}
