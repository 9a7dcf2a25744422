import { expect, test } from "vitest";
import type { z } from "zod";
import { transferFile } from "@/lib/contract/transfers/file";
import { namedEndpoints } from "../support/registry";

type Schema = z.core.$ZodType;
type Def = Record<string, unknown> & { type: string; checks?: z.core.$ZodCheck[] };

const defOf = (schema: Schema): Def => schema._zod.def as unknown as Def;
const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null && "_zod" in value;

/** The schemas that a schema consists of. */
function partsOf({ checks: _checks, ...def }: Def): [name: string, schema: Schema][] {
  const parts = Object.entries(def).flatMap(([name, value]): [string, unknown][] => {
    if (name === "shape") return Object.entries(value as object);
    if (name === "getter") return [[name, (value as () => unknown)()]];
    return Array.isArray(value) ? value.map((one) => [name, one]) : [[name, value]];
  });
  return parts.filter((part): part is [string, Schema] => isSchema(part[1]));
}

const isBound = ({ _zod }: z.core.$ZodCheck): boolean => ["max_length", "length_equals"].includes(_zod.def.check);

/** Lists in a schema for whose length there is no bound. */
function unbounded(schema: Schema, path: string, seen: Set<Schema>): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const def = defOf(schema);
  const inside = partsOf(def).flatMap(([name, part]) => unbounded(part, `${path}.${name}`, seen));
  return def.type === "array" && !def.checks?.some(isBound) ? [path, ...inside] : inside;
}

test("a file of an export holds no list of any length", () => {
  expect(unbounded(transferFile, "", new Set())).toEqual([]);
});

test.each(namedEndpoints)("%s takes no list of any length", (_name, { body, query }) => {
  for (const input of [body, query]) if (input) expect(unbounded(input, "", new Set())).toEqual([]);
});
