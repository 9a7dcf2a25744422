import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Filter, filterForm } from "@/lib/contract/datasources/retrieval";
import type { Db } from "../../../platform/db/client";
import { log } from "../../../platform/log/log";
import { toStorableValue } from "../../models/providers/shared/storable";
import { conditionsOf } from "../vectors/shared/conditions";
import type { AskModel } from "./ask-model";

const sampled = 200;
const maxFields = 50;

const answer = z.object({ filters: z.array(filterForm).max(5) });

const instructions = (fields: string) =>
  `Documents have these fields, with examples of values:\n${fields}\nSay which conditions on them the question asks for, as JSON: {"filters":[{"field":"…","op":"eq|ne|gt|gte|lt|lte|in","value":…}]}. Use a condition only where the question clearly asks for it; else answer {"filters":[]}. Answer with the JSON alone.`;

interface Field {
  types: Set<string>;
  examples: Set<unknown>;
}

/** The documents' fields and the types of their values. */
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
      if (found.size < maxFields) found.set(name, known);
    }
  return found;
}

/** Accepts the model's conditions that match the documents' fields. */
const fits = (fields: Map<string, Field>) => (filter: Filter) => {
  const values = Array.isArray(filter.value) ? filter.value : [filter.value];
  const types = fields.get(filter.field)?.types;
  if (types === undefined || values.length === 0 || !values.every((value) => types.has(typeof value))) return false;
  try {
    return conditionsOf([filter]).length > 0;
  } catch {
    // No store supports ordering of texts.
    return false;
  }
};

/** Extracts conditions from the question with a model, validated against the fields; none when the call fails. */
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
    return answer.parse(toStorableValue(JSON.parse(json))).filters.filter(fits(fields));
  } catch (error) {
    log().warn({ err: error }, "no conditions were read out of a question");
    return [];
  }
}
