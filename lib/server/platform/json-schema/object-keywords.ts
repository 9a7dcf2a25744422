import { isRecord } from "../../../utils/json/is-object.ts";
import { pluralize } from "../../../utils/text/pluralize.ts";
import { type Keywords, numeric, toList } from "./keyword.ts";
import type { Visit } from "./visit.ts";

type Fields = Record<string, unknown>;

const has = (value: Fields, name: string): boolean => Object.hasOwn(value, name) && value[name] !== undefined;

function fieldNames(value: Fields, visit: Visit): string[] {
  const names = Object.keys(value);
  visit.work.spend(names.length);
  return names;
}

function checkRequired(names: unknown, value: Fields, visit: Visit): void {
  for (const name of toList(names)) {
    visit.work.spend(1);
    if (typeof name === "string" && !has(value, name)) visit.misfitBelow("is missing", name, "missing");
  }
}

/** For `dependencies` and its two successors: lists name fields, everything else is a schema. */
function checkDependencies(operand: unknown, given: unknown, visit: Visit): void {
  const value = given as Fields;
  for (const [name, dependency] of Object.entries(isRecord(operand) ? operand : {})) {
    visit.work.spend(1);
    if (!has(value, name)) continue;
    if (Array.isArray(dependency)) checkRequired(dependency, value, visit);
    else visit.apply(dependency, value);
  }
}

export const objectKeywords: Keywords = {
  required: { on: "object", check: (operand, value, visit) => checkRequired(operand, value as Fields, visit) },
  minProperties: numeric<Fields>(
    "object",
    (limit, value, visit) =>
      fieldNames(value, visit).length < limit && `must have at least ${pluralize(limit, "property", "properties")}`,
  ),
  maxProperties: numeric<Fields>(
    "object",
    (limit, value, visit) =>
      fieldNames(value, visit).length > limit && `must have at most ${pluralize(limit, "property", "properties")}`,
  ),
  properties: {
    on: "object",
    check(operand, given, visit) {
      const value = given as Fields;
      for (const name of isRecord(operand) ? Object.keys(operand) : []) {
        visit.work.spend(1);
        if (isRecord(operand) && has(value, name)) visit.applyBelow(operand[name], value[name], name);
      }
    },
  },
  additionalProperties: {
    on: "object",
    check(operand, given, visit) {
      const { properties, patternProperties } = visit.schema;
      // Untrusted patterns are not run, so additional fields are unknown.
      if (operand === true || patternProperties !== undefined) return;
      const value = given as Fields;
      for (const name of fieldNames(value, visit)) {
        if (value[name] === undefined || (isRecord(properties) && Object.hasOwn(properties, name))) continue;
        if (operand === false) visit.misfitBelow("isn't a parameter", name, "unknown");
        else visit.applyBelow(operand, value[name], name);
      }
    },
  },
  propertyNames: {
    on: "object",
    check(operand, value, visit) {
      for (const name of fieldNames(value as Fields, visit))
        if (!visit.fits(operand, name)) visit.misfitBelow("isn't a valid name", name, "unknown");
    },
  },
  dependencies: { on: "object", check: checkDependencies },
  dependentRequired: { on: "object", check: checkDependencies },
  dependentSchemas: { on: "object", check: checkDependencies },
};
