import { and, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import { type Filter, filterForm } from "@/lib/contract/datasources/retrieval";
import type { Reader } from "../../../platform/db/client";
import { documents } from "../../../platform/db/tables/documents";
import { log } from "../../../platform/log/log";
import { toStorableValue } from "../../models/providers/shared/storable";
import { toConditions } from "../vectors/shared/conditions";
import type { AskModel } from "./ask-model";

const sampleSize = 200;
const maxFields = 50;

const responseSchema = z.object({ filters: z.array(filterForm).max(5) });

const toInstructions = (fields: string) =>
  `Documents have these fields, with examples of values:\n${fields}\nReturn the filters that the question implies, as JSON: {"filters":[{"field":"…","op":"eq|ne|gt|gte|lt|lte|in","value":…}]}. Add a filter only if the question clearly requires it; otherwise, return {"filters":[]}. Respond with JSON only.`;

interface Field {
  types: Set<string>;
  examples: Set<unknown>;
}

/** The documents' fields and the types of their values. */
async function sampleFields(db: Reader, datasourceIds: string[]): Promise<Map<string, Field>> {
  const rows = await db
    .select({ fields: documents.fields })
    .from(documents)
    .where(and(inArray(documents.datasourceId, datasourceIds), ne(documents.fields, {})))
    .limit(sampleSize);
  const fieldsByName = new Map<string, Field>();
  for (const { fields } of rows)
    for (const [name, value] of Object.entries(fields)) {
      const field = fieldsByName.get(name) ?? { types: new Set(), examples: new Set() };
      field.types.add(typeof value);
      if (field.examples.size < 3) field.examples.add(value);
      if (fieldsByName.size < maxFields) fieldsByName.set(name, field);
    }
  return fieldsByName;
}

/** Accepts the model's conditions that match the documents' fields. */
const matchesFields = (fields: Map<string, Field>) => (filter: Filter) => {
  const values = Array.isArray(filter.value) ? filter.value : [filter.value];
  const types = fields.get(filter.field)?.types;
  if (types === undefined || values.length === 0 || !values.every((value) => types.has(typeof value))) return false;
  try {
    return toConditions([filter]).length > 0;
  } catch {
    // No store supports ordering of texts.
    return false;
  }
};

/** Extracts conditions from the question with a model, validated against the fields; none when the call fails. */
export async function chooseFilters(
  db: Reader,
  datasourceIds: string[],
  ask: AskModel,
  question: string,
): Promise<Filter[]> {
  const fields = await sampleFields(db, datasourceIds);
  if (fields.size === 0) return [];
  const fieldLines = [...fields].map(
    ([name, { examples }]) => `- ${name}: ${[...examples].map((one) => JSON.stringify(one)).join(", ")}`,
  );
  try {
    const response = await ask(toInstructions(fieldLines.join("\n")), question);
    const json = response.slice(response.indexOf("{"), response.lastIndexOf("}") + 1);
    return responseSchema.parse(toStorableValue(JSON.parse(json))).filters.filter(matchesFields(fields));
  } catch (error) {
    log().warn({ err: error }, "could not extract filters from a question");
    return [];
  }
}
