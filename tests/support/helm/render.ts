import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "yaml";
import { evaluate, isTrue, type Scope } from "./evaluate";
import { type Block, type Node, parseTemplate } from "./parse";

type Values = Record<string, unknown>;

const isMap = (value: unknown): value is Values => typeof value === "object" && value !== null && !Array.isArray(value);

function merge(base: Values, over: Values): Values {
  const entries = Object.entries(over).map(([name, value]): [string, unknown] => {
    const below = base[name];
    return [name, isMap(below) && isMap(value) ? merge(below, value) : value];
  });
  return { ...base, ...Object.fromEntries(entries) };
}

const renderNodes = (nodes: readonly Node[], scope: Scope): string =>
  nodes.map((node) => renderNode(node, scope)).join("");

function renderNode(node: Node, scope: Scope): string {
  if (typeof node === "string") return node;
  if ("output" in node) return String(evaluate(node.output, scope) ?? "");
  if (node.keyword === "define") return "";
  if (node.keyword === "range") return renderRange(node, scope);
  const value = evaluate(node.argument, scope);
  if (!isTrue(value)) return renderNodes(node.otherwise, scope);
  return renderNodes(node.body, node.keyword === "with" ? { ...scope, current: value } : scope);
}

/** Maps are visited in the order of their keys. */
function renderRange({ argument, body }: Block, scope: Scope): string {
  const [, key, item, pipeline = argument] = /^(\$\w+), (\$\w+) := (.*)$/.exec(argument) ?? [];
  const list = Object.entries((evaluate(pipeline, scope) ?? {}) as object);
  return list
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      const variables = new Map(scope.variables);
      if (key && item) variables.set(key, name).set(item, value);
      return renderNodes(body, { ...scope, current: value, variables });
    })
    .join("");
}

/** Renders a chart as `helm template muster` does, as far as its templates need. Returns the text of each file. */
export function renderChart(folder: string, values: Values = {}): Record<string, string> {
  const chart: Values = parse(readFileSync(join(folder, "Chart.yaml"), "utf8"));
  const defaults: Values = parse(readFileSync(join(folder, "values.yaml"), "utf8"));
  const root = {
    Values: merge(defaults, values),
    Chart: { Name: chart.name, Version: chart.version, AppVersion: chart.appVersion },
    Release: { Name: "muster", Namespace: "default", Service: "Helm" },
  };
  const files = globSync(join(folder, "templates/*")).sort();
  const parsed = files.map((file) => [basename(file), parseTemplate(readFileSync(file, "utf8"))] as const);
  const defined = new Map<string, Node[]>();
  for (const node of parsed.flatMap(([, nodes]) => nodes))
    if (typeof node === "object" && "keyword" in node && node.keyword === "define")
      defined.set(JSON.parse(node.argument), node.body);
  const scopeOf = (current: unknown): Scope => ({ current, variables: new Map([["$", current]]), include });
  function include(name: string, data: unknown): string {
    const body = defined.get(name);
    if (!body) throw new Error(`There is no template ${name}.`);
    return renderNodes(body, scopeOf(data));
  }
  const rendered = parsed.filter(([name]) => !name.endsWith(".tpl"));
  return Object.fromEntries(rendered.map(([name, nodes]) => [name, renderNodes(nodes, scopeOf(root))]));
}
