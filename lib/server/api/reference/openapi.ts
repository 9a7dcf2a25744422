import { z } from "zod";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import { errorSchema } from "@/lib/contract/base/error-schema";
import { permissionEntry } from "@/lib/permissions/entries";
import { scimType } from "../../platform/errors/scim-error";
import { tagNames } from "./tag-names";

type Json = Record<string, unknown>;

/** JSON Schema cannot express transforms and dates, only their wire format. */
function toJsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === "date") Object.assign(jsonSchema, { type: "string", format: "date-time" });
    },
  });
  return json;
}

const toOpenApiPath = (path: string): string => path.replace(/:([A-Za-z]+)/g, "{$1}");

function toParameters(call: ShapedEndpoint): Json[] {
  const inPath = [...call.path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
    ...(name === "resourceSlug" ? { description: "The team's slug, from the URL of its pages." } : {}),
  }));
  const query = call.query ? toJsonSchema(call.query, "input") : {};
  const required = new Set(Array.isArray(query.required) ? query.required : []);
  const inQuery = Object.entries((query.properties ?? {}) as Json).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.has(name),
    schema,
  }));
  const key = { name: "Idempotency-Key", in: "header", required: false, schema: { type: "string", maxLength: 200 } };
  return [...inPath, ...inQuery, ...(call.idempotent ? [key] : [])];
}

const toMediaType = ({ access }: ShapedEndpoint): string => (access === "scim" ? scimType : "application/json");

function toRequestBody(call: ShapedEndpoint): Json | undefined {
  if (call.method === "GET") return undefined;
  if (call.multipart) {
    const fields = call.body ? toJsonSchema(call.body, "input") : {};
    const file = { type: "string", format: "binary" };
    const properties = { ...(fields.properties as Json | undefined), file };
    return {
      required: true,
      content: { "multipart/form-data": { schema: { ...fields, type: "object", properties } } },
    };
  }
  if (call.files && call.body) {
    const schema = toJsonSchema(call.body, "input");
    const files = { type: "array", items: { type: "string", format: "binary" } };
    const { text: _text, ...fields } = (schema.properties ?? {}) as Json;
    const form = { ...schema, properties: { ...fields, files } };
    return { required: true, content: { [toMediaType(call)]: { schema }, "multipart/form-data": { schema: form } } };
  }
  return call.body && { content: { [toMediaType(call)]: { schema: toJsonSchema(call.body, "input") } } };
}

const failureResponse = { $ref: "#/components/responses/Failure" };

function toResponses(call: ShapedEndpoint): Json {
  const content = call.response
    ? { [toMediaType(call)]: { schema: toJsonSchema(call.response, "output") } }
    : { "*/*": { schema: {} } };
  return { "200": { description: "Success", content }, default: failureResponse };
}

const sessionOnly = "Requires a session token; API keys aren't accepted.";

function toSecurity({ access, apiKeys }: ShapedEndpoint): Json[] {
  if (access === "public") return [];
  if (access === "scim") return [{ scimToken: [] }];
  if (access === "publication" || access === "mcp") return [{ publicationKey: [] }];
  if (access === "hook" || access === "oauth") return [];
  return [{ session: [] }, ...(apiKeys ? [{ apiKey: [] }] : [])];
}

function toOperation(call: ShapedEndpoint): Json {
  const right = call.permission === undefined ? undefined : permissionEntry(call.permission);
  const needs = {
    public: "API keys aren't accepted.",
    scim: "Requires a SCIM token for the organization.",
    mcp: "Requires a publication key.",
    publication: "Requires a publication key.",
    hook: "Requires the sender's signature or bearer token.",
    oauth: "Called by OAuth clients.",
    account: sessionOnly,
    team: sessionOnly,
    root: sessionOnly,
  }[call.access];
  const notLimited = "API keys that are limited to specific teams aren't accepted.";
  return {
    operationId: call.name,
    tags: [tagNames[call.resource] ?? call.resource],
    summary: call.summary,
    description: [
      right && `Requires the permission “${right.title}” (${right.bit}).`,
      !call.apiKeys && needs,
      call.reach === "organization" && notLimited,
    ]
      .filter(Boolean)
      .join(" "),
    parameters: toParameters(call),
    requestBody: toRequestBody(call),
    responses: toResponses(call),
    security: toSecurity(call),
    ...(call.permission === undefined ? {} : { "x-permission": call.permission }),
    ...(call.visitors ? { "x-shared": true } : {}),
  };
}

const securitySchemes = {
  session: { type: "http", scheme: "bearer", description: "The token returned by signing in." },
  scimToken: {
    type: "http",
    scheme: "bearer",
    description: "A SCIM token for an organization, created on its Organization page.",
  },
  publicationKey: {
    type: "http",
    scheme: "bearer",
    description: "A publication key, created on its app's Publish tab.",
  },
  apiKey: {
    type: "http",
    scheme: "bearer",
    description:
      "A key created at /apikeys. In its teams, it can do what both its own permissions and its owner's current permissions allow.",
  },
};

/** All contracts as an OpenAPI 3.1 document. */
export function buildOpenApi(
  contracts: Record<string, Record<string, ShapedEndpoint>>,
  server: string,
): Json & { openapi: string } {
  const paths: Record<string, Json> = {};
  for (const call of Object.values(contracts).flatMap((contract) => Object.values(contract))) {
    const at = toOpenApiPath(call.path);
    paths[at] = { ...paths[at], [call.method.toLowerCase()]: toOperation(call) };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Muster",
      version: "1",
      description: "Failed requests return a message in `error`, a `code`, and `issues` for form fields.",
    },
    servers: [{ url: server }],
    tags: Object.keys(contracts).map((key) => ({ name: tagNames[key] ?? key })),
    paths,
    components: {
      securitySchemes,
      responses: {
        Failure: {
          description: "Error",
          content: { "application/json": { schema: toJsonSchema(errorSchema, "output") } },
        },
      },
    },
  };
}
