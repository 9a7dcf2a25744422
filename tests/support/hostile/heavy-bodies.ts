import { jsonMaxBytes, jsonMaxDepth, jsonMaxKeys, jsonMaxValues } from "@/lib/constants/limits";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { jsonSchemaOf } from "./from-schema";
import { exampleOf, type Place, placesOf, withPart } from "./heavy-places";
import { heavyTexts } from "./heavy-texts";

export interface HeavyBody {
  title: string;
  make: () => string;
}

interface Limits {
  bytes: number;
  keys: number;
  values: number;
}

const limitsOf = ({ maxBytes = jsonMaxBytes, maxKeys = jsonMaxKeys }: ShapedEndpoint): Limits => ({
  bytes: maxBytes,
  keys: maxKeys,
  values: Math.max(jsonMaxValues, 10 * maxKeys),
});

const repeated = (unit: string, bytes: number): string => unit.repeat(Math.max(0, Math.floor(bytes / unit.length)));
const nested = (depth: number, inner: unknown = 1): unknown => {
  let value = inner;
  for (let i = 0; i < depth; i += 1) value = i % 2 ? [value] : { a: value };
  return value;
};
const manyKeys = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, i) => [`key${i}`, i]));

/** Bodies that are hostile to whoever parses JSON, whatever the call means. */
function anyBodies({ bytes, keys, values }: Limits): HeavyBody[] {
  const whole = (title: string, make: () => string): HeavyBody => ({ title, make });
  return [
    whole("brackets without an end", () => "[".repeat(bytes - 1)),
    whole("objects without an end", () => repeated('{"a":', bytes)),
    whole("empty lists", () => `[${repeated("[],", Math.min(bytes - 8, 3 * values))}[]]`),
    whole("lists as deep as may be", () => `[${repeated(`${"[".repeat(30)}${"]".repeat(30)},`, bytes - 80)}1]`),
    whole("one key again and again", () => `{${repeated('"name":1,', Math.min(bytes - 20, keys * 9))}"name":1}`),
    whole("one key without a bound", () => `{${repeated('"name":1,', bytes - 20)}"name":1}`),
    whole("spaces between", () => `{${" ".repeat(bytes - 2)}}`),
    whole("a number of many digits", () => `{"a":${"9".repeat(bytes - 6)}}`),
    whole("a text of escapes", () => `{"a":"${repeated("\\u00e9", bytes - 8)}"}`),
    whole("numbers", () => `[${repeated("1e308,", bytes - 8)}1]`),
    whole("a key of full length", () => `{"${"k".repeat(bytes - 5)}":1}`),
    whole("more than may be sent", () => `{"a":"${"a".repeat(8 * bytes)}"}`),
  ];
}

/** Places in the body that the call reads, each filled in every way while the rest is as it should be. */
function placedBodies(place: Place, valid: unknown, { bytes, keys, values }: Limits): HeavyBody[] {
  const { path, schema } = place;
  const base = place.around.reduce((whole, [at, value]) => withPart(whole, at, value), valid);
  const room = Math.max(100, bytes - Buffer.byteLength(JSON.stringify(base ?? {})) - 200);
  const at = path.join(".");
  const filled = (title: string, part: () => unknown): HeavyBody => ({
    title: `${at}: ${title}`,
    make: () => JSON.stringify(withPart(base, path, part())),
  });
  const items = (item: unknown): unknown[] =>
    Array(Math.floor(Math.min(values - 2_000, room / (JSON.stringify(item).length + 1)))).fill(item);
  const other = [
    filled("nested", () => nested(jsonMaxDepth - path.length - 1)),
    filled("a list of strings", () => items("a")),
    filled("many keys", () => manyKeys(keys - 100)),
  ];
  if (schema.type === "string")
    return [
      ...heavyTexts.map(([name, make]) => filled(`${name} in full`, () => make(room))),
      ...((schema.maxLength ?? room) < room
        ? heavyTexts.map(([name, make]) =>
            filled(name, () => make(schema.maxLength ?? room).slice(0, schema.maxLength)),
          )
        : []),
      ...other,
    ];
  if (schema.type === "array") {
    const example = exampleOf(schema.items ?? {});
    return [...other, filled("as many as fit", () => items(example)), filled("empty objects", () => items({}))];
  }
  if (schema.type === "number" || schema.type === "integer")
    return [
      ...[1e308, -1e308, 5e-324, 2 ** 53, schema.maximum ?? 2 ** 31, schema.minimum ?? -1].map((number) =>
        filled(`${number}`, () => number),
      ),
      ...other,
    ];
  return other;
}

/** Every hostile body of a call that takes JSON. */
export function heavyBodies(endpoint: ShapedEndpoint, valid: unknown): HeavyBody[] {
  const limits = limitsOf(endpoint);
  const places = endpoint.body ? placesOf(jsonSchemaOf(endpoint.body)) : [];
  return [...anyBodies(limits), ...places.flatMap((place) => placedBodies(place, valid, limits))];
}
