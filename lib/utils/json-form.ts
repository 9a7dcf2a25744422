import { isObject } from "./is-object";

/** As much of JSON Schema as a connector's settings use. */
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
  /** Where one signs in for it. */
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

/** One that may be absent is written as a choice between itself and null. */
export function plainSchema(schema: FormSchema): FormSchema {
  const { oneOf, anyOf, ...rest } = schema;
  const choices = (oneOf ?? anyOf ?? []).filter((one) => !isNull(one));
  const [only, ...others] = choices;
  return only && others.length === 0 ? { ...only, ...rest } : schema;
}

export const alternativesOf = ({ oneOf, anyOf }: FormSchema): FormSchema[] =>
  (oneOf ?? anyOf ?? []).filter((one) => !isNull(one));

/** The service at which one can sign in for a way, which not every server is set up for; undefined: it is filled in by hand. */
const serviceOf = ({ properties = {} }: FormSchema): string | undefined =>
  Object.values(properties).find((field) => field["x-oauth"])?.["x-oauth"];

/** Whether there is any sign-in at a service among the ways to fill a group in. */
export const hasSignIn = ({ properties = {} }: FormSchema): boolean =>
  Object.values(properties).some((field) => alternativesOf(field).some((one) => serviceOf(one) !== undefined));

/**
 * A sign-in at a service comes first, and is preset, where the server is set up for it; else what can be filled in by hand
 * does.
 */
export function withSignIn(schema: FormSchema, isReady: (service: string) => boolean): FormSchema {
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]): [string, FormSchema] => {
    const ways = alternativesOf(field);
    const signIn = ways.find((one) => serviceOf(one) !== undefined);
    if (!signIn) return [name, field];
    const others = ways.filter((one) => one !== signIn);
    const ready = isReady(serviceOf(signIn) ?? "");
    const ordered = ready ? [signIn, ...others] : [...others, signIn];
    const preset = ready ? { default: defaultsOf(signIn) } : {};
    const { anyOf: _anyOf, ...rest } = field;
    return [name, { ...rest, ...preset, oneOf: ordered }];
  });
  return { ...schema, properties: Object.fromEntries(fields) };
}

/** What kind of control a field needs. */
export function kindOf(given: FormSchema): FormKind {
  const schema = plainSchema(given);
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

export interface FormEntry {
  name: string;
  schema: FormSchema;
  required: boolean;
}

/** The fields of an object in the order of its author. */
export function entriesOf({ properties = {}, required = [] }: FormSchema): FormEntry[] {
  return Object.entries(properties)
    .filter(([, schema]) => !schema.airbyte_hidden)
    .map(([name, schema], i) => ({ name, schema, required: required.includes(name), i }))
    .sort((a, b) => orderOf(a.schema, a.i) - orderOf(b.schema, b.i))
    .map(({ name, schema, required: needed }) => ({ name, schema, required: needed }));
}
const orderOf = (schema: FormSchema, i: number): number => schema["x-order"] ?? schema.order ?? 1_000 + i;

/** `access token` and `api_key` as a label. */
export function labelOf(name: string, { title }: FormSchema): string {
  const words = title ?? name.replaceAll(/[_-]+/g, " ").replaceAll(/([a-z])([A-Z])/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A description as plain text: those of some engines hold HTML. */
export const helpOf = ({ description }: FormSchema): string | undefined =>
  description?.replaceAll(/<[^<>]*>/g, "").trim() || undefined;

/** The values that fields have before anybody has said anything. */
export function defaultsOf(given: FormSchema): unknown {
  const schema = plainSchema(given);
  if (schema.const !== undefined) return schema.const;
  if (schema.default !== undefined) return schema.default;
  const kind = kindOf(schema);
  if (kind === "choice") {
    const alternatives = alternativesOf(schema);
    const first = alternatives.find((one) => serviceOf(one) === undefined) ?? alternatives[0];
    return first ? defaultsOf(first) : undefined;
  }
  if (kind !== "object") return undefined;
  const entries = entriesOf(schema).flatMap(({ name, schema: field, required }) => {
    const optionalGroup = !required && kindOf(field) === "choice";
    const value = optionalGroup ? undefined : defaultsOf(field);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** Which alternative a value is of: the one whose fixed fields it has. */
export function chosenOf(alternatives: readonly FormSchema[], value: unknown): number {
  const isOf = ({ properties = {} }: FormSchema): boolean =>
    Object.entries(properties).every(
      ([name, { const: fixed }]) => fixed === undefined || (isObject(value) && value[name] === fixed),
    );
  return isObject(value) ? alternatives.findIndex(isOf) : -1;
}

/** What is sent: fields that were left empty are left out. */
export function filledIn(value: unknown): unknown {
  if (!isObject(value) || Array.isArray(value)) return value;
  const kept = Object.entries(value).flatMap(([name, one]) => {
    const inner = filledIn(one);
    return inner === "" || inner === undefined || inner === null ? [] : [[name, inner] as const];
  });
  return Object.fromEntries(kept);
}
