import { z } from "zod";
import { type Plan, XMIN } from "./plan";

const position = z.object({
  /** Rows by cursor and key, then those without a value of the cursor. */
  leg: z.enum(["rows", "nulls"]),
  cursor: z.string().nullable(),
  key: z.array(z.string()),
});

const stateSchema = z.object({
  v: z.literal(1),
  /** What the figures belong to: another cursor, key or choice of fields begins anew. */
  of: z.string(),
  /** The cursor of the last read that came to its end; null: none did. */
  since: z.string().nullable(),
  /** What `since` will be once this read ends. */
  next: z.string().nullable(),
  at: position.nullable(),
});

export type Position = z.infer<typeof position>;
export type PostgresState = z.infer<typeof stateSchema>;

const belongsTo = ({ stream, cursor, keys, fields }: Plan): string => {
  const by = cursor === null || cursor === XMIN ? cursor : cursor.name;
  const named = (columns: { name: string; type: string }[]) => columns.map(({ name, type }) => [name, type]);
  return JSON.stringify([stream, by, named(keys), named(fields)]);
};

/** The kept state, or a new one where it is of another choice or cannot be read. */
export function stateOf(state: unknown, plan: Plan): PostgresState {
  const of = belongsTo(plan);
  const parsed = stateSchema.safeParse(state);
  if (parsed.success && parsed.data.of === of) return parsed.data;
  return { v: 1, of, since: null, next: null, at: null };
}
