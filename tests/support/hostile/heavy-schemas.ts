const list = <T>(length: number, entry: (i: number) => T): T[] => Array.from({ length }, (_, i) => entry(i));
const deep = (levels: number, wrap: (inner: unknown) => object): unknown => {
  let schema: unknown = { type: "string" };
  for (let i = 0; i < levels; i += 1) schema = wrap(schema);
  return schema;
};
const properties = (a: unknown) => ({ type: "object", properties: { a } });

/** Schemas of arguments beside arguments that cost much to check against them. */
export const heavySchemas: [title: string, parameters: object, args: object][] = [
  ["a nested pattern", properties({ pattern: "^(a+)+$" }), { a: `${"a".repeat(50_000)}!` }],
  ["a pattern of choices", properties({ pattern: "^(a|a)*$" }), { a: `${"a".repeat(50_000)}!` }],
  ["a pattern of spaces", properties({ pattern: "\\s+$" }), { a: `${" ".repeat(200_000)}!` }],
  [
    "1,000 choices of 36,000 entries",
    properties({ items: { anyOf: list(1_000, (i) => ({ const: i })) } }),
    { a: list(36_000, () => -1) },
  ],
  ["entries that are all different", properties({ uniqueItems: true }), { a: list(45_000, (i) => i) }],
  [
    "entries that differ at their end",
    properties({ uniqueItems: true }),
    { a: list(400, (i) => `${"a".repeat(500)}${i}`) },
  ],
  ["deep choices", properties(deep(12, (inner) => ({ anyOf: [inner, inner] }))), { a: 1 }],
  ["references to itself", { type: "object", properties: { a: { $ref: "#" } } }, { a: { a: { a: {} } } }],
  [
    "patterns of names",
    { type: "object", patternProperties: { "^(k+)+$": { type: "string" } } },
    { [`${"k".repeat(5_000)}!`]: 1 },
  ],
  ["many values", properties({ enum: list(20_000, (i) => `value ${i}`) }), { a: "none" }],
  ["names that are required", { type: "object", required: list(20_000, (i) => `k${i}`) }, {}],
  ["formats", properties({ format: "email" }), { a: `${"a@".repeat(100_000)}` }],
  ["contained", properties({ contains: { const: 1 }, minContains: 40_000 }), { a: list(45_000, () => 0) }],
];
