import { isNamed } from "@/lib/utils/json/is-object";
import type { JsonSchema } from "../shared/types";

type Json = Record<string, unknown>;

/** Translates Airbyte's schema extensions: secrets to passwords, field order, multiline text. */
function translated({ airbyte_secret: secret, order, multiline, ...field }: Json): Json {
  return {
    ...field,
    ...(secret === true && { format: "password", ...(multiline === true && { "x-lines": true }) }),
    ...(secret !== true && multiline === true && { format: "textarea" }),
    ...(typeof order === "number" && { "x-order": order }),
  };
}

const each = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(each) : isNamed(value) ? specificationOf(value) : value;

const mapped = <T>(values: Json, change: (value: unknown) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** Converts Airbyte's specification to the form of Muster's own. A field may have the same name as an extension. */
export function specificationOf({ properties, ...own }: Json): JsonSchema {
  const fields = isNamed(properties) && mapped(properties, (field) => (isNamed(field) ? specificationOf(field) : {}));
  return { ...translated(mapped(own, each)), ...(fields && { properties: fields }) };
}

const whereto = /host|url|uri|domain|endpoint|server|address|port|tunnel|account|site|shop|subdomain|tenant/i;

/** Fields that are likely to name the host that receives the secrets, judged by their names. */
export function addressesIn(schema: JsonSchema, at: readonly string[] = []): string[] {
  const fields = Object.entries(isNamed(schema.properties) ? schema.properties : {});
  const own = fields.flatMap(([name, field]) => {
    if (!isNamed(field) || field.format === "password") return [];
    const path = [...at, name];
    return whereto.test(name) ? [path.join(".")] : addressesIn(field as JsonSchema, path);
  });
  const others = [schema.oneOf, schema.anyOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [...new Set([...own, ...others.filter(isNamed).flatMap((one) => addressesIn(one as JsonSchema, at))])];
}
