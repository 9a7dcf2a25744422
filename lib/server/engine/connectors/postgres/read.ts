import { createHash } from "node:crypto";
import { guessTitle, titleOfValues } from "../../parsing/shared/record-text";
import { ConnectorError } from "../shared/errors";
import type { ConnectorContext, Message, RecordMessage, StreamChoice } from "../shared/types";
import { batchesOf, type Row } from "./batches";
import { type Column, findTable } from "./catalog";
import { type Session, withSession } from "./connect";
import { chosenColumns, type Plan, planOf, XMIN } from "./plan";
import type { PostgresSettings } from "./settings";
import { gapSql, keysSql, rowsSql } from "./sql";
import { type Position, type PostgresState, stateOf } from "./state";
import { hasManyParts, jsonOf } from "./values";

/** Transaction ids wrap at 31 bits of age; near that, the table is read from the start. */
const MAX_AGE = 2n ** 31n - 10_000_000n;

export const readPostgres = (
  settings: PostgresSettings,
  choice: StreamChoice,
  state: unknown,
  ctx: ConnectorContext,
): AsyncIterable<Message> =>
  withSession(settings, ctx, async function* (session) {
    const plan = planOf(await findTable(session, choice.name, chosenColumns(choice)), choice);
    await refuseGaps(session, plan);
    const kept = stateOf(state, plan);
    const now = kept.at === null ? await begin(session, plan, kept) : kept;
    const last = yield* changedRows(session, plan, now);
    if (now.since !== null || now.at !== null) yield* allKeys(session, plan);
    const since = plan.cursor === null ? null : last.next;
    yield { type: "state", state: { ...last, since, next: null, at: null } };
    yield { type: "end", complete: true };
  });

/** A user-chosen key may contain nulls, and rows without a key cannot be tracked. */
async function refuseGaps(session: Session, plan: Plan): Promise<void> {
  const names = plan.keys.map(({ name }) => name);
  if (names.length === 0 || JSON.stringify(names) === JSON.stringify(plan.table.primaryKeys)) return;
  const [row] = await session.rows(gapSql(plan));
  if (!row) return;
  const says = `Some rows of ${plan.stream} have no value in ${names.map((name) => `“${name}”`).join(" or ")}. Choose another key.`;
  throw new ConnectorError("settings", says);
}

/** Starts a read. With xmin, rows committed by now need not be read by the next one. */
async function begin(session: Session, plan: Plan, kept: PostgresState): Promise<PostgresState> {
  if (plan.cursor !== XMIN) return { ...kept, next: kept.since };
  const [row] = await session.rows(
    "select txid_snapshot_xmin(s)::text, txid_snapshot_xmax(s)::text from txid_current_snapshot() s",
  );
  const [next = null, latest] = row ?? [];
  const age = kept.since === null ? 0n : BigInt(latest ?? "0") - BigInt(kept.since);
  // A lower transaction id means another server, or one restored from a backup.
  return { ...kept, since: age < 0n || age > MAX_AGE ? null : kept.since, next };
}

async function* changedRows(
  session: Session,
  plan: Plan,
  begun: PostgresState,
): AsyncGenerator<Message, PostgresState> {
  const followed = plan.cursor !== null && plan.cursor !== XMIN;
  const legs: Position["leg"][] = followed ? ["rows", "nulls"] : ["rows"];
  const keyed = plan.keys.length > 0;
  let state = begun;
  for (const leg of legs.slice(legs.indexOf(begun.at?.leg ?? "rows"))) {
    for (let more = true; more; ) {
      const at = state.at?.leg === leg ? state.at : null;
      const batches = batchesOf(session, rowsSql(plan, leg, begun.since, at), keyed);
      let batch = await batches.next();
      for (; !batch.done; batch = await batches.next()) {
        for (const row of batch.value) yield recordOf(plan, row);
        const last = batch.value.at(-1);
        if (!keyed || !last) continue;
        const next = followed && leg === "rows" ? (last[0] ?? null) : state.next;
        state = { ...state, next, at: { leg, cursor: last[0] ?? null, key: keyOf(plan, last) } };
        yield { type: "state", state };
      }
      more = batch.value;
    }
  }
  return state;
}

/** Emits all existing keys, so that deleted rows are detected. */
async function* allKeys(session: Session, plan: Plan): AsyncGenerator<Message> {
  for await (const rows of batchesOf(session, keysSql(plan), false))
    yield { type: "unchanged", keys: rows.map((row) => keyText(row.map((part) => part ?? ""))) };
}

const keyOf = ({ keys }: Plan, row: Row): string[] => keys.map((_, index) => row[index + 1] ?? "");

const keyText = (parts: string[]): string => (parts.length === 1 ? (parts[0] ?? "") : JSON.stringify(parts));

function recordOf(plan: Plan, row: Row): RecordMessage {
  const { keys, fields, cursor, stream } = plan;
  const cells = row.slice(1 + keys.length);
  const asText = hasManyParts(cells, fields);
  const shown = (field: Column, cell: string | null = null) => (asText ? cell : jsonOf(cell, field));
  const data = Object.fromEntries(fields.map((field, index) => [field.name, shown(field, cells[index])]));
  // Rows without a key are identified by their contents.
  const key =
    keys.length > 0
      ? keyText(keyOf(plan, row))
      : createHash("sha256").update(JSON.stringify(cells)).digest("base64url");
  const title = guessTitle(data) ?? (keys.length > 0 ? `${stream} ${key}` : titleOfValues(data));
  const instant = cursor !== null && cursor !== XMIN && cursor.base === "timestamptz" ? Date.parse(row[0] ?? "") : NaN;
  const updatedAt = Number.isNaN(instant) ? {} : { updatedAt: new Date(instant) };
  return { type: "record", key, title, uri: null, ...updatedAt, data };
}
