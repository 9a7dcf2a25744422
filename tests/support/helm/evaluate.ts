import { stringify } from "yaml";

export interface Scope {
  /** The dot. */
  current: unknown;
  variables: Map<string, unknown>;
  include: (name: string, data: unknown) => string;
}

const read = (from: unknown, path: string): unknown =>
  path
    .split(".")
    .filter(Boolean)
    .reduce<unknown>(
      (value, name) =>
        value && typeof value === "object" ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined,
      from,
    );

/** As Go's templates see it: empty text, lists and maps, zero, false and nothing are not true. */
export const isTrue = (value: unknown): boolean =>
  value !== null && typeof value === "object" ? Object.keys(value).length > 0 : Boolean(value);

const toText = (value: unknown): string => (value === undefined || value === null ? "" : String(value));

const functions: Record<string, (scope: Scope, ...args: unknown[]) => unknown> = {
  default: (_scope, fallback, value) => (isTrue(value) ? value : fallback),
  include: (scope, name, data) => scope.include(String(name), data),
  list: (_scope, ...values) => values,
  nindent: (_scope, width, text) =>
    `\n${toText(text)
      .split("\n")
      .map((line) => " ".repeat(Number(width)) + line)
      .join("\n")}`,
  quote: (_scope, value) => JSON.stringify(toText(value)),
  required: (_scope, message, value) => {
    if (value === undefined || value === null || value === "") throw new Error(String(message));
    return value;
  },
  /** Kubernetes reads YAML 1.1, in which `off` is false. */
  toYaml: (_scope, value) => stringify(value, { version: "1.1", sortMapEntries: true }).trimEnd(),
};

const word = /"(?:[^"\\]|\\.)*"|[^\s"]+/g;

function evaluateWord(text: string, scope: Scope): unknown {
  if (text.startsWith('"')) return JSON.parse(text);
  if (/^\d+$/.test(text)) return Number(text);
  const [, variable, path = ""] = /^(\$\w*)?(.*)$/.exec(text) ?? [];
  if (variable !== undefined) return read(scope.variables.get(variable), path);
  if (path.startsWith(".")) return read(scope.current, path);
  throw new Error(`${text} is not in the part of the template language that these tests know.`);
}

/** A pipeline: the result of each command is the last argument of the next one. */
export function evaluate(pipeline: string, scope: Scope): unknown {
  return pipeline.split(/\s\|\s/).reduce<unknown>((before, command, i) => {
    const [first = "", ...rest] = command.match(word) ?? [];
    const piped = i === 0 ? [] : [before];
    const known = Object.hasOwn(functions, first) ? functions[first] : undefined;
    if (known) return known(scope, ...rest.map((text) => evaluateWord(text, scope)), ...piped);
    if (rest.length > 0 || piped.length > 0) throw new Error(`The function ${first} is not known to these tests.`);
    return evaluateWord(first, scope);
  }, undefined);
}
