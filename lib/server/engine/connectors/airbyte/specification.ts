import { isRecord } from "@/lib/utils/json/is-object";
import type { JsonSchema } from "../shared/types";

type Json = Record<string, unknown>;

/** Translates Airbyte's schema extensions: secrets to passwords, field order, multiline text. */
function translateField({ airbyte_secret: secret, order, multiline, ...field }: Json): Json {
  return {
    ...field,
    ...(secret === true && { format: "password", ...(multiline === true && { "x-lines": true }) }),
    ...(secret !== true && multiline === true && { format: "textarea" }),
    ...(typeof order === "number" && { "x-order": order }),
  };
}

const translateValue = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(translateValue) : isRecord(value) ? toSpecification(value) : value;

const mapValues = <T>(values: Json, change: (value: unknown) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));

/** Converts Airbyte's specification to the form of Muster's own. A field may have the same name as an extension. */
export function toSpecification({ properties, ...rest }: Json): JsonSchema {
  const fields =
    isRecord(properties) && mapValues(properties, (field) => (isRecord(field) ? toSpecification(field) : {}));
  return { ...translateField(mapValues(rest, translateValue)), ...(fields && { properties: fields }) };
}

const addressNames = /host|url|uri|domain|endpoint|server|address|port|tunnel|account|site|shop|subdomain|tenant/i;

/** Fields that are likely to name the host that receives the secrets, judged by their names. */
export function findAddresses(schema: JsonSchema, parentPath: readonly string[] = []): string[] {
  const fields = Object.entries(isRecord(schema.properties) ? schema.properties : {});
  const ownAddresses = fields.flatMap(([name, field]) => {
    if (!isRecord(field) || field.format === "password") return [];
    const path = [...parentPath, name];
    return addressNames.test(name) ? [path.join(".")] : findAddresses(field as JsonSchema, path);
  });
  const variants = [schema.oneOf, schema.anyOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [
    ...new Set([
      ...ownAddresses,
      ...variants.filter(isRecord).flatMap((variant) => findAddresses(variant as JsonSchema, parentPath)),
    ]),
  ];
}
