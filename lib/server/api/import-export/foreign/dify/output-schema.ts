import { clipText } from "../shared/texts.ts";
import { asList, asRecord, asText, type Json } from "../shared/values.ts";

const maxDepth = 8;
const maxFields = 100;
const types = new Set(["string", "number", "integer", "boolean", "object", "array"]);

/** A JSON Schema with the keywords that any model supports. */
function toSchema(value: unknown, depth = 0): Json {
  const { type, description, properties, items, required, enum: options } = asRecord(value);
  const own = types.has(asText(type)) && depth < maxDepth ? asText(type) : "string";
  const fields = Object.entries(asRecord(properties))
    .filter(([name]) => name !== "__proto__")
    .slice(0, maxFields);
  const names = fields.map(([name]) => name);
  const texts = [...new Set(asList(options).map(asText).filter(Boolean))].slice(0, maxFields);
  return {
    type: own,
    ...(asText(description) && { description: clipText(asText(description), 500) }),
    ...(own === "string" && texts.length > 0 && { enum: texts }),
    ...(own === "array" && { items: toSchema(items, depth + 1) }),
    ...(own === "object" && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, toSchema(field, depth + 1)])),
      required: names.filter((name) => asList(required).includes(name)),
    }),
  };
}

/** The JSON Schema of a node's structured output, if it has one. */
export function readOutput(data: Json): Json | undefined {
  const { schema } = asRecord(data.structured_output);
  const isOn = data.structured_output_enabled === true && asRecord(schema).type === "object";
  return isOn ? toSchema(schema) : undefined;
}
