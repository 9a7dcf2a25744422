import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Filter, filterForm } from "@/lib/contract/retrieval";
import type { Db } from "../../db/client";
import { log } from "../../log";
import { storableValue } from "../../models/providers/storable";
import { conditionsOf } from "../vectors/conditions";
import type { AskModel } from "./ask-model";

const sampled = 200;
const fieldsMost = 50;

const answer = z.object({ filters: z.array(filterForm).max(5) });

const instructions = (fields: string) =>
  `Documents have these fields, with examples of values:\n${fields}\nSay which conditions on them the question asks for, as JSON: {"filters":[{"field":"…","op":"eq|ne|gt|gte|lt|lte|in","value":…}]}. Use a condition only where the question clearly asks for it; else answer {"filters":[]}. Answer with the JSON alone.`;

interface Field {
  types: Set<string>;
  examples: Set<unknown>;
}

/** The fields that the documents have, and what kinds of values. */
async function fieldsOf(db: Pick<Db, "execute">, datasourceIds: string[]): Promise<Map<string, Field>> {
  const { rows } = await db.execute<{ fields: Record<string, unknown> }>(
    sql`select fields from documents where datasource_id = any(${sql.param(datasourceIds)}::text[]) and fields <> '{}' limit ${sampled}`,
  );
  const found = new Map<string, Field>();
  for (const { fields } of rows)
    for (const [name, value] of Object.entries(fields)) {
      const known = found.get(name) ?? { types: new Set(), examples: new Set() };
      known.types.add(typeof value);
      if (known.examples.size < 3) known.examples.add(value);
      if (found.size < fieldsMost) found.set(name, known);
    }
  return found;
}

/** A condition of the model's that fits what the documents have; all others are left out. */
const fits = (fields: Map<string, Field>) => (filter: Filter) => {
  const values = Array.isArray(filter.value) ? filter.value : [filter.value];
  const types = fields.get(filter.field)?.types;
  if (types === undefined || values.length === 0 || !values.every((value) => types.has(typeof value))) return false;
  try {
    return conditionsOf([filter]).length > 0;
  } catch {
    // No store could be asked that: a text that is greater than another.
    return false;
  }
};

/** Conditions that a model reads out of the question, each checked against the fields; none where it fails. */
export async function chooseFilters(
  db: Pick<Db, "execute">,
  datasourceIds: string[],
  ask: AskModel,
  question: string,
): Promise<Filter[]> {
  const fields = await fieldsOf(db, datasourceIds);
  if (fields.size === 0) return [];
  const shown = [...fields].map(
    ([name, { examples }]) => `- ${name}: ${[...examples].map((one) => JSON.stringify(one)).join(", ")}`,
  );
  try {
    const said = await ask(instructions(shown.join("\n")), question);
    const json = said.slice(said.indexOf("{"), said.lastIndexOf("}") + 1);
    return answer.parse(storableValue(JSON.parse(json))).filters.filter(fits(fields));
  } catch (error) {
    log().warn({ err: error }, "no conditions were read out of a question");
    return [];
  }
}
