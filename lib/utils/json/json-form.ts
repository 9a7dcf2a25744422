import { capitalize } from "../text/capitalize";
import { isObject } from "./is-object";

/** The part of JSON Schema that connector settings use. */
export interface FormSchema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: unknown;
  const?: unknown;
  enum?: unknown[];
  format?: string;
  examples?: unknown[];
  required?: string[];
  properties?: Record<string, FormSchema>;
  oneOf?: FormSchema[];
  anyOf?: FormSchema[];
  items?: FormSchema;
  minimum?: number;
  maximum?: number;
  order?: number;
  multiline?: boolean;
  airbyte_secret?: boolean;
  airbyte_hidden?: boolean;
  "x-order"?: number;
  "x-lines"?: boolean;
  "x-labels"?: Record<string, string>;
  /** The service to sign in at. */
  "x-oauth"?: string;
}

export type FormKind =
  | "fixed"
  | "object"
  | "choice"
  | "switch"
  | "select"
  | "number"
  | "list"
  | "oauth"
  | "secret"
  | "secret-lines"
  | "lines"
  | "text";

const isNull = ({ type, const: only }: FormSchema): boolean => type === "null" || only === null;

/** Returns the inner schema of one that is a choice between it and null. */
export function unwrapNullable(schema: FormSchema): FormSchema {
  const { oneOf, anyOf, ...rest } = schema;
  const choices = (oneOf ?? anyOf ?? []).filter((one) => !isNull(one));
  const [only, ...others] = choices;
  return only && others.length === 0 ? { ...only, ...rest } : schema;
}

export const listAlternatives = ({ oneOf, anyOf }: FormSchema): FormSchema[] =>
  (oneOf ?? anyOf ?? []).filter((one) => !isNull(one));

/**
 * Returns the service that an alternative signs in at, which not every server supports; undefined: its fields are
 * filled in manually.
 */
const findService = ({ properties = {} }: FormSchema): string | undefined =>
  Object.values(properties).find((field) => field["x-oauth"])?.["x-oauth"];

/** Whether any alternative signs in at a service. */
export const hasSignIn = ({ properties = {} }: FormSchema): boolean =>
  Object.values(properties).some((field) => listAlternatives(field).some((one) => findService(one) !== undefined));

/**
 * Puts the sign-in at a service first, as the preset, if the server supports it, else last.
 */
export function preferSignIn(schema: FormSchema, isReady: (service: string) => boolean): FormSchema {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]): [string, FormSchema] => {
    const alternatives = listAlternatives(field);
    const signIn = alternatives.find((one) => findService(one) !== undefined);
    if (!signIn) return [name, field];
    const others = alternatives.filter((one) => one !== signIn);
    const ready = isReady(findService(signIn) ?? "");
    const ordered = ready ? [signIn, ...others] : [...others, signIn];
    const preset = ready ? { default: buildDefaults(signIn) } : {};
    const { anyOf: _anyOf, ...rest } = field;
    return [name, { ...rest, ...preset, oneOf: ordered }];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** Returns the kind of control for a field. */
export function findFieldKind(given: FormSchema): FormKind {
  const schema = unwrapNullable(given);
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (schema.const !== undefined) return "fixed";
  if (schema.oneOf || schema.anyOf) return "choice";
  if (schema.properties || types.includes("object")) return "object";
  if (schema.enum) return "select";
  if (types.includes("boolean")) return "switch";
  if (types.includes("integer") || types.includes("number")) return "number";
  if (types.includes("array")) return "list";
  if (schema["x-oauth"]) return "oauth";
  const secret = schema.format === "password" || schema.airbyte_secret === true;
  const lines = schema["x-lines"] === true || schema.multiline === true || schema.format === "textarea";
  if (secret) return lines ? "secret-lines" : "secret";
  return lines ? "lines" : "text";
}

interface FormEntry {
  name: string;
  schema: FormSchema;
  required: boolean;
}

/** Returns an object's fields in the author's order. */
export function listFields({ properties = {}, required = [] }: FormSchema): FormEntry[] {
  return Object.entries(properties)
    .filter(([, schema]) => !schema.airbyte_hidden)
    .map(([name, schema], i) => ({ name, schema, required: required.includes(name), i }))
    .sort((a, b) => fieldOrder(a.schema, a.i) - fieldOrder(b.schema, b.i))
    .map(({ name, schema, required: needed }) => ({ name, schema, required: needed }));
}
const fieldOrder = (schema: FormSchema, i: number): number => schema["x-order"] ?? schema.order ?? 1_000 + i;

/** Returns a field's label: its title, else derived from a name such as `api_key`. */
export function fieldLabel(name: string, { title }: FormSchema): string {
  const words = title ?? name.replaceAll(/[_-]+/g, " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return capitalize(words);
}

/** Returns a description as plain text, as some engines use HTML in theirs. */
export const fieldHelp = ({ description }: FormSchema): string | undefined =>
  description?.replaceAll(/<[^<>]*>/g, "").trim() || undefined;

/** Returns the initial values of the fields. */
export function buildDefaults(given: FormSchema): unknown {
  const schema = unwrapNullable(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  const kind = findFieldKind(schema);
  if (kind === "choice") {
    const alternatives = listAlternatives(schema);
    const first = alternatives.find((one) => findService(one) === undefined) ?? alternatives[0];
    return first ? buildDefaults(first) : undefined;
  }
  if (kind !== "object") return undefined;
  const entries = listFields(schema).flatMap(({ name, schema: field, required }) => {
    const optionalGroup = !required && findFieldKind(field) === "choice";
    const value = optionalGroup ? undefined : buildDefaults(field);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the index of the alternative whose constant fields match the value; -1: none. */
export function findAlternativeIndex(alternatives: readonly FormSchema[], value: unknown): number {
  const matches = ({ properties = {} }: FormSchema): boolean =>
    Object.entries(properties).every(
      ([name, { const: fixed }]) => fixed === undefined || (isObject(value) && value[name] === fixed),
    );
  return isObject(value) ? alternatives.findIndex(matches) : -1;
}

/** Returns the value to send, without empty fields. */
export function omitEmpty(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  const entries = Object.entries(value).flatMap(([name, one]) => {
    const inner = omitEmpty(one);
    return inner === "" || inner === undefined || inner === null ? [] : [[name, inner] as const];
  });
  return Object.fromEntries(entries);
}
