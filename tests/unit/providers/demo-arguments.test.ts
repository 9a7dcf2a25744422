import type { JSONSchema7 } from "@ai-sdk/provider";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { createDemoArguments } from "@/lib/server/engine/models/providers/demo/demo-arguments";

const schemas: Record<string, JSONSchema7> = {
  "every plain type": {
    type: "object",
    properties: {
      text: { type: "string", minLength: 3, maxLength: 12 },
      whole: { type: "integer", minimum: 3, maximum: 7 },
      part: { type: "number" },
      yes: { type: "boolean" },
      nothing: { type: "null" },
      one: { enum: ["a", "b"] },
      fixed: { const: 7 },
    },
    required: ["text", "whole", "part", "yes", "nothing", "one", "fixed"],
    additionalProperties: false,
  },
  "lists and objects in each other": {
    type: "object",
    properties: {
      rows: {
        type: "array",
        minItems: 2,
        items: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
      },
    },
    required: ["rows"],
  },
  "choices and references": {
    type: "object",
    properties: {
      either: { anyOf: [{ type: "integer" }, { type: "string" }] },
      maybe: { type: ["null", "string"] },
      place: { $ref: "#/$defs/place" },
    },
    required: ["either", "maybe", "place"],
    $defs: { place: { type: "object", properties: { city: { type: "string" } }, required: ["city"] } },
  },
};

describe("arguments", () => {
  it.each(Object.entries(schemas))("fit a schema with %s, and are the same every time", (_title, schema) => {
    const made = createDemoArguments(schema, 'Book "Oslo" for 12 people, 2.5 hours');
    const validate = new Ajv({ strict: false }).compile(schema);
    expect(validate(made), JSON.stringify([made, validate.errors])).toBe(true);
    expect(createDemoArguments(schema, 'Book "Oslo" for 12 people, 2.5 hours')).toEqual(made);
  });

  it("leave out what is not required", () => {
    const schema: JSONSchema7 = { type: "object", properties: { a: { type: "integer" }, b: {} }, required: ["a"] };
    expect(createDemoArguments(schema, "add 40")).toEqual({ a: 40 });
  });

  it("take the question's numbers one by one and its quotations before the rest", () => {
    const number = { type: "number" } as const;
    const text = { type: "string" } as const;
    const schema: JSONSchema7 = { type: "object", properties: { a: number, b: number, c: number, d: text, e: text } };
    expect(createDemoArguments(schema, 'add 2 and -3.5 to "the list"')).toEqual({
      a: 2,
      b: -3.5,
      c: 1,
      d: "the list",
      e: 'add 2 and -3.5 to "the list"',
    });
  });

  it("take what a form has for a field of the same name", () => {
    const purpose = { type: "string" } as const;
    const category = { enum: ["Meals", "Travel"] };
    const schema: JSONSchema7 = { type: "object", properties: { purpose, amount: { type: "number" }, category } };
    const prompt =
      'Your task: Record it.\n\nForm:\n- Purpose: Train to "Oslo":\nreturn\n- Amount: 80.5\n- Category: Travel';
    expect(createDemoArguments(schema, prompt)).toEqual({
      purpose: 'Train to "Oslo":\nreturn',
      amount: 80.5,
      category: "Travel",
    });
  });

  it("end where a schema contains itself", () => {
    const schema: JSONSchema7 = {
      type: "object",
      properties: { child: { $ref: "#/$defs/node" } },
      $defs: { node: { type: "object", properties: { child: { $ref: "#/$defs/node" } } } },
    };
    expect(JSON.stringify(createDemoArguments(schema, "x")).length).toBeLessThan(200);
  });
});
