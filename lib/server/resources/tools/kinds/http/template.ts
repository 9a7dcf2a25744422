import type { HttpRequest } from "@/lib/contract/tools/kinds/http";
import { isObject } from "@/lib/utils/json/is-object";
import { getOwn } from "../shared/pointers";
import { ToolError } from "../shared/tool-error";
import type { Arguments } from "./build-request";
import { fillPath, placeholder } from "./fill-path";
import type { Outgoing } from "./outgoing";
import { toHeaderValue, toPlainText } from "./serialize";

const findNames = (template: string): string[] => [...template.matchAll(placeholder)].map(([, name = ""]) => name);

/** Fills a template's arguments: only declared names are placeholders, other braces are literal. */
class TemplateFiller {
  readonly #declared: object;

  constructor(
    parameters: Record<string, unknown>,
    readonly args: Arguments,
  ) {
    const properties = getOwn(parameters, "properties");
    this.#declared = isObject(properties) ? properties : {};
  }

  isDeclared(name: string): boolean {
    return Object.hasOwn(this.#declared, name);
  }

  text(template: string): string {
    return template.replace(placeholder, (whole, name: string) =>
      this.isDeclared(name) ? toPlainText(getOwn(this.args, name)) : whole,
    );
  }

  /** Whether a template has placeholders, all without a value. */
  isEmpty(template: string): boolean {
    const asked = findNames(template).filter((name) => this.isDeclared(name));
    return asked.length > 0 && asked.every((name) => (getOwn(this.args, name) ?? null) === null);
  }

  /** A text that consists of one placeholder becomes the argument's value itself. */
  value(template: unknown): unknown {
    if (typeof template === "string") {
      const [, only] = /^\{([^{}]+)\}$/.exec(template) ?? [];
      return only !== undefined && this.isDeclared(only) ? getOwn(this.args, only) : this.text(template);
    }
    if (Array.isArray(template)) return template.map((inner) => this.value(inner)).filter((one) => one !== undefined);
    if (!isObject(template)) return template;
    const filled = Object.entries(template).map(([name, inner]) => [name, this.value(inner)] as const);
    return Object.fromEntries(filled.filter(([, value]) => value !== undefined));
  }
}

function buildBody(body: HttpRequest["body"], filling: TemplateFiller): [body: Outgoing["body"], contentType?: string] {
  if (body === null) return [null];
  if (body.type === "json")
    return [JSON.stringify(filling.value(parseJsonTemplate(body.template))), "application/json"];
  if (body.type === "text") return [filling.text(body.template), body.contentType];
  const form = new URLSearchParams();
  for (const [name, template] of Object.entries(body.fields))
    if (!filling.isEmpty(template)) form.append(name, filling.text(template));
  return [form, "application/x-www-form-urlencoded"];
}

function parseJsonTemplate(template: string): unknown {
  try {
    return JSON.parse(template);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ToolError(`The body isn't valid JSON: ${why}. Write placeholders in quotes: "{name}".`, {
      field: "request.body.template",
    });
  }
}

/** A template's unparsed path and query. */
const splitAddress = (address: string): [path: string, query: string] => {
  const [path = "", query = ""] = address.replace(/#.*$/s, "").split(/\?(.*)/s);
  return [path, query];
};

/** Issues of a template by field. */
export function checkTemplate(request: HttpRequest, parameters: Record<string, unknown>): void {
  const filling = new TemplateFiller(parameters, {});
  const url = request.url;
  const host = /^https?:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  if (/[{}]/.test(host))
    throw new ToolError("The URL's host can't contain placeholders.", {
      field: "request.url",
    });
  const unknown = findNames(url).find((name) => !filling.isDeclared(name));
  if (unknown !== undefined)
    throw new ToolError(`“{${unknown}}” is used in the URL but isn't a parameter.`, {
      field: "request.url",
    });
  if (request.body && (request.method === "GET" || request.method === "HEAD"))
    throw new ToolError(`A ${request.method} request has no body. Choose another method or remove the body.`, {
      field: "request.body",
    });
  if (request.body?.type === "json") parseJsonTemplate(request.body.template);
}

/** Builds a template's request from its arguments. Throws a `ToolError`. */
export function fillTemplate(request: HttpRequest, parameters: Record<string, unknown>, args: Arguments): Outgoing {
  checkTemplate(request, parameters);
  const filling = new TemplateFiller(parameters, args);
  const [path, query] = splitAddress(request.url);
  const origin = /^https?:\/\/[^/?#]*/i.exec(path)?.[0] ?? "";
  const url = new URL(
    `${origin}${fillPath(path.slice(origin.length), (name) => {
      if (!filling.isDeclared(name)) return undefined;
      if ((getOwn(args, name) ?? null) === null) throw new ToolError(`“${name}” is required.`);
      return toPlainText(getOwn(args, name));
    })}`,
  );
  for (const [name, template] of [...new URLSearchParams(query), ...Object.entries(request.query)])
    if (!filling.isEmpty(template)) url.searchParams.append(name, filling.text(template));
  const headers = new Headers({ accept: "application/json, text/*;q=0.9, */*;q=0.5" });
  for (const [name, template] of Object.entries(request.headers))
    if (!filling.isEmpty(template)) headers.set(name, toHeaderValue(name, filling.text(template)));
  const [body, contentType] = buildBody(request.body, filling);
  if (contentType && !headers.has("content-type"))
    headers.set("content-type", toHeaderValue("content-type", contentType));
  return { method: request.method, url, headers, body };
}
