import type { SyntaxNode } from "@lezer/common";
import { clipText } from "../shared/texts.ts";
import { type Expression, entriesOf, findEntry, nameOf, textOf } from "./expression.ts";
import { childrenOf, readExpression } from "./read-expression.ts";
import { type Defined, type Program, sourceOf } from "./read-program.ts";

type Schema = Record<string, unknown>;

const pythonTypes: [string, Schema][] = [
  ["list", { type: "array", items: { type: "string" } }],
  ["bool", { type: "boolean" }],
  ["int", { type: "integer" }],
  ["float", { type: "number" }],
  ["dict", { type: "object" }],
];

const toPythonType = (said: string): Schema =>
  pythonTypes.find(([name]) => said.toLowerCase().startsWith(name))?.[1] ?? { type: "string" };

const toObject = (properties: [string, Schema][]): Schema | undefined => {
  const own = properties.filter(([name]) => name !== "__proto__").slice(0, 100);
  if (own.length === 0) return undefined;
  return { type: "object", properties: Object.fromEntries(own), required: [...new Set(own.map(([name]) => name))] };
};

function readField(node: SyntaxNode, text: string): [string, Schema] | undefined {
  const name = node.getChild("VariableName");
  const type = node.getChild("TypeDef");
  if (node.name !== "AssignStatement" || !name || !type) return undefined;
  const value = node.getChild("CallExpression");
  const description = value ? textOf(findEntry(entriesOf(readExpression(value, text)), "description")) : "";
  const said = sourceOf(type, text).slice(1).trim();
  return [
    sourceOf(name, text),
    { ...toPythonType(said), ...(description && { description: clipText(description, 500) }) },
  ];
}

/** The JSON Schema of a class with annotated fields. */
function readClass({ node }: Defined, text: string): Schema | undefined {
  const body = node.getChild("Body");
  return toObject(
    (body ? childrenOf(body) : []).flatMap((one) => [readField(one, text)].filter((field) => field !== undefined)),
  );
}

const zodTypes: Record<string, Schema> = {
  "z.number": { type: "number" },
  "z.boolean": { type: "boolean" },
  "z.array": { type: "array", items: { type: "string" } },
  "z.object": { type: "object" },
};

/** The JSON Schema of `z.object({ … })`. */
function readZod(value: Expression): Schema | undefined {
  if (value.kind !== "call" || value.callee !== "z.object") return undefined;
  return toObject(
    entriesOf(value).map(([name, one]) => {
      const callee = nameOf(one).split("(", 1)[0] ?? "";
      return [name, Object.hasOwn(zodTypes, callee) ? (zodTypes[callee] as Schema) : { type: "string" }];
    }),
  );
}

/** The schema that a program gives a name to. */
export function findSchema({ assigned, defined, text }: Program, name: string): Schema | undefined {
  const own = defined.find((one) => one.kind === "class" && one.name === name);
  if (own) return readClass(own, text);
  const value = assigned.find((one) => one.name === name)?.value;
  return value && readZod(value);
}
