import { isRecord } from "../../../utils/json/is-object.ts";

export const typeNames = ["string", "number", "integer", "boolean", "object", "array", "null"] as const;
export type TypeName = (typeof typeNames)[number];

export function isTypeOf(value: unknown, type: unknown): boolean {
  switch (type) {
    case "object":
      return isRecord(value);
    case "array":
      return Array.isArray(value);
    case "null":
      return value === null;
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}
