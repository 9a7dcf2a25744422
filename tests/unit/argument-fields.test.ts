import { describe, expect, it } from "vitest";
import { readArguments, toArgumentFields } from "@/components/sessions/approval/argument-fields";

const schema = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

describe("the fields of a call's arguments", () => {
  it("are one for each text, number and yes or no", () => {
    const properties = {
      city: { type: "string", description: "Where", enum: ["Oslo", "Rome"] },
      nights: { type: "integer" },
      quiet: { type: "boolean" },
    };
    expect(toArgumentFields(schema(properties, { required: ["city"] }), { city: "Oslo" })).toEqual([
      { name: "city", type: "string", help: "Where", required: true, options: ["Oslo", "Rome"] },
      { name: "nights", type: "number", help: undefined, required: false, options: undefined },
      { name: "quiet", type: "boolean", help: undefined, required: false, options: undefined },
    ]);
  });

  it.each([
    ["a list among them", schema({ cities: { type: "array" } }), {}],
    ["an argument that the schema does not name", schema({ city: { type: "string" } }), { town: "Oslo" }],
    ["a value of another type", schema({ city: { type: "string" } }), { city: 3 }],
    ["no properties", { type: "object" }, {}],
    ["no arguments at all", schema({}), {}],
  ])("are none with %s: they are edited as JSON", (_what, given, args) => {
    expect(toArgumentFields(given, args)).toBeUndefined();
  });
});

describe("arguments as JSON", () => {
  it("are an object", () => {
    expect(readArguments('{ "a": 1 }')).toEqual({ args: { a: 1 } });
    expect(readArguments("[1]")).toEqual({ problem: "Enter an object: { … }." });
    expect(readArguments("{")).toEqual({ problem: "Invalid JSON." });
  });
});
