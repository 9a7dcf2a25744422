import { isObject } from "../../../../../utils/json/is-object.ts";
import { getOwn } from "../shared/pointers.ts";
import type { ModelSchema, SchemaReader } from "../shared/schema-reader.ts";
import type { ArgumentPlace, ParameterLocation } from "./operation.ts";

const places: readonly unknown[] = ["path", "query", "header", "cookie"];
const styles: readonly unknown[] = ["simple", "form", "spaceDelimited", "pipeDelimited", "deepObject"];
const collections: Record<string, ArgumentPlace["style"]> = {
  csv: "form",
  ssv: "spaceDelimited",
  pipes: "pipeDelimited",
  tsv: "tabDelimited",
};
/** Headers that OpenAPI defines by the body and authentication, not by parameters. */
const headersDefinedElsewhere = /^(accept|content-type|authorization|__proto__)$/i;
const maxParameters = 200;

export interface Parameters {
  places: ArgumentPlace[];
  properties: [argument: string, schema: ModelSchema][];
  /** Swagger 2's body parameter, and its form fields. */
  swaggerBody: Record<string, unknown> | undefined;
  swaggerForm: Record<string, unknown>[];
}

/** A unique name that every model provider accepts. */
function createArgumentName(name: string, place: string, usedNames: ReadonlySet<string>): string {
  const plain = name.replace(/[^a-zA-Z0-9_.-]+/g, "_").slice(0, 56) || place;
  const options = [plain, `${place}_${plain}`.slice(0, 60)];
  for (let i = 2; ; i += 1) {
    const free = options.find((option) => !usedNames.has(option) && option !== "__proto__");
    if (free) return free;
    options[0] = `${plain}_${i}`;
  }
}

function findStyle(
  parameter: Record<string, unknown>,
  place: ParameterLocation,
): Pick<ArgumentPlace, "style" | "explode"> {
  const collection = getOwn(parameter, "collectionFormat");
  if (typeof collection === "string" || getOwn(parameter, "schema") === undefined) {
    const style = place === "path" || place === "header" ? "simple" : (collections[String(collection)] ?? "form");
    return { style, explode: collection === "multi" };
  }
  const given = getOwn(parameter, "style");
  const preset = place === "path" || place === "header" ? "simple" : "form";
  const style = styles.includes(given) ? (given as ArgumentPlace["style"]) : preset;
  const explode = getOwn(parameter, "explode");
  return { style, explode: typeof explode === "boolean" ? explode : style === "form" || style === "deepObject" };
}

/** Parameters of a path and its operation; the operation's override the path's. */
function mergeParameters(reader: SchemaReader, lists: unknown[]): Record<string, unknown>[] {
  const found = new Map<string, Record<string, unknown>>();
  for (const list of lists) {
    for (const each of Array.isArray(list) ? list.slice(0, maxParameters) : []) {
      const parameter = reader.resolve(each);
      if (!isObject(parameter) || typeof getOwn(parameter, "name") !== "string") continue;
      found.set(`${getOwn(parameter, "in")} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

export function readParameters(reader: SchemaReader, lists: unknown[]): Parameters {
  const read: Parameters = { places: [], properties: [], swaggerBody: undefined, swaggerForm: [] };
  const usedNames = new Set(["body"]);
  for (const parameter of mergeParameters(reader, lists)) {
    const place = getOwn(parameter, "in");
    if (place === "body") read.swaggerBody = parameter;
    if (place === "formData") read.swaggerForm.push(parameter);
    if (!places.includes(place)) continue;
    const name = String(parameter.name);
    if (name === "__proto__") reader.problems.add("A parameter named “__proto__” is omitted.");
    if (name === "__proto__" || (place === "header" && headersDefinedElsewhere.test(name))) continue;
    const where = place as ParameterLocation;
    if (getOwn(parameter, "style") === "label" || getOwn(parameter, "style") === "matrix")
      reader.problems.add(`The style “${getOwn(parameter, "style")}” of “${name}” isn't supported and is ignored.`);
    const argument = createArgumentName(name, where, usedNames);
    usedNames.add(argument);
    const content = getOwn(parameter, "content");
    const json = isObject(content);
    const media = json ? Object.values(content)[0] : undefined;
    const schema = reader.read(json ? getOwn(media, "schema") : (getOwn(parameter, "schema") ?? parameter));
    const described = getOwn(parameter, "description");
    const description = typeof described === "string" ? described.trim().slice(0, 1_000) : undefined;
    const required = where === "path" || getOwn(parameter, "required") === true;
    read.places.push({ argument, in: where, name, required, json, ...findStyle(parameter, where) });
    read.properties.push([argument, { ...schema, ...(description && { description }) }]);
  }
  return read;
}
