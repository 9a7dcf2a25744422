import { z } from "zod";
import { type Plan, XMIN } from "./plan";

const position = z.object({
  /** Rows by cursor and key, then those whose cursor is null. */
  leg: z.enum(["rows", "nulls"]),
  cursor: z.string().nullable(),
  key: z.array(z.string()),
});

const stateSchema = z.object({
  v: z.literal(1),
  /** Fingerprint of cursor, key and fields: when it changes, the read starts over. */
  of: z.string(),
  /** The cursor of the last completed read; null: none has completed. */
  since: z.string().nullable(),
  /** The next value of `since`, once this read ends. */
  next: z.string().nullable(),
  at: position.nullable(),
});

export type Position = z.infer<typeof position>;
export type PostgresState = z.infer<typeof stateSchema>;

const toFingerprint = ({ stream, cursor, keys, fields }: Plan): string => {
  const cursorName = cursor === null || cursor === XMIN ? cursor : cursor.name;
  const toPairs = (columns: { name: string; type: string }[]) => columns.map(({ name, type }) => [name, type]);
  return JSON.stringify([stream, cursorName, toPairs(keys), toPairs(fields)]);
};

/** The stored state, or a new one when it belongs to another configuration or is invalid. */
export function parseState(state: unknown, plan: Plan): PostgresState {
  const fingerprint = toFingerprint(plan);
  const parsed = stateSchema.safeParse(state);
  if (parsed.success && parsed.data.of === fingerprint) return parsed.data;
  return { v: 1, of: fingerprint, since: null, next: null, at: null };
}
