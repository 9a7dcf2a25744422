import { isObject } from "../../../../../utils/json/is-object.ts";
import { type ModelSchema, own, type SchemaReader } from "../shared/schema-reader.ts";
import type { ArgumentPlace, Place } from "./operation.ts";

const places: readonly unknown[] = ["path", "query", "header", "cookie"];
const styles: readonly unknown[] = ["simple", "form", "spaceDelimited", "pipeDelimited", "deepObject"];
const collections: Record<string, ArgumentPlace["style"]> = {
  csv: "form",
  ssv: "spaceDelimited",
  pipes: "pipeDelimited",
  tsv: "tabDelimited",
};
/** Headers that OpenAPI defines elsewhere: by the body and authentication. */
const saidElsewhere = /^(accept|content-type|authorization|__proto__)$/i;
const maxParameters = 200;

export interface Parameters {
  places: ArgumentPlace[];
  properties: [argument: string, schema: ModelSchema][];
  /** Swagger 2's body parameter, and its form fields. */
  swaggerBody: Record<string, unknown> | undefined;
  swaggerForm: Record<string, unknown>[];
}

/** A unique name that every model provider accepts. */
function argumentName(name: string, place: string, taken: ReadonlySet<string>): string {
  const plain = name.replace(/[^a-zA-Z0-9_.-]+/g, "_").slice(0, 56) || place;
  const options = [plain, `${place}_${plain}`.slice(0, 60)];
  for (let i = 2; ; i += 1) {
    const free = options.find((option) => !taken.has(option) && option !== "__proto__");
    if (free) return free;
    options[0] = `${plain}_${i}`;
  }
}

function styleOf(parameter: Record<string, unknown>, place: Place): Pick<ArgumentPlace, "style" | "explode"> {
  const collection = own(parameter, "collectionFormat");
  if (typeof collection === "string" || own(parameter, "schema") === undefined) {
    const style = place === "path" || place === "header" ? "simple" : (collections[String(collection)] ?? "form");
    return { style, explode: collection === "multi" };
  }
  const given = own(parameter, "style");
  const preset = place === "path" || place === "header" ? "simple" : "form";
  const style = styles.includes(given) ? (given as ArgumentPlace["style"]) : preset;
  const explode = own(parameter, "explode");
  return { style, explode: typeof explode === "boolean" ? explode : style === "form" || style === "deepObject" };
}

/** Parameters of a path and its operation; the operation's override the path's. */
function allOf(reader: SchemaReader, lists: unknown[]): Record<string, unknown>[] {
  const found = new Map<string, Record<string, unknown>>();
  for (const list of lists) {
    for (const each of Array.isArray(list) ? list.slice(0, maxParameters) : []) {
      const parameter = reader.resolved(each);
      if (!isObject(parameter) || typeof own(parameter, "name") !== "string") continue;
      found.set(`${own(parameter, "in")} ${parameter.name}`, parameter);
    }
  }
  return [...found.values()];
}

export function readParameters(reader: SchemaReader, lists: unknown[]): Parameters {
  const read: Parameters = { places: [], properties: [], swaggerBody: undefined, swaggerForm: [] };
  const taken = new Set(["body"]);
  for (const parameter of allOf(reader, lists)) {
    const place = own(parameter, "in");
    if (place === "body") read.swaggerBody = parameter;
    if (place === "formData") read.swaggerForm.push(parameter);
    if (!places.includes(place)) continue;
    const name = String(parameter.name);
    if (name === "__proto__") reader.problems.add('A parameter named "__proto__" is left out.');
    if (name === "__proto__" || (place === "header" && saidElsewhere.test(name))) continue;
    const where = place as Place;
    if (own(parameter, "style") === "label" || own(parameter, "style") === "matrix")
      reader.problems.add(`The style "${own(parameter, "style")}" of "${name}" is not supported and left out.`);
    const argument = argumentName(name, where, taken);
    taken.add(argument);
    const content = own(parameter, "content");
    const json = isObject(content);
    const media = json ? Object.values(content)[0] : undefined;
    const schema = reader.read(json ? own(media, "schema") : (own(parameter, "schema") ?? parameter));
    const said = own(parameter, "description");
    const description = typeof said === "string" ? said.trim().slice(0, 1_000) : undefined;
    const required = where === "path" || own(parameter, "required") === true;
    read.places.push({ argument, in: where, name, required, json, ...styleOf(parameter, where) });
    read.properties.push([argument, { ...schema, ...(description && { description }) }]);
  }
  return read;
}
