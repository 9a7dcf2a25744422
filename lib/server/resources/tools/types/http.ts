import { createHash } from "node:crypto";
import { type HttpDefinition, httpSecretFields } from "@/lib/contract/tools/kinds/http";
import { pluralize } from "@/lib/utils/text/pluralize";
import { outbound } from "../../../platform/outbound/instance";
import { callHttp } from "../kinds/http/call-http";
import { type PreparedHttp, prepareHttp } from "../kinds/http/prepare";
import { readSchemas } from "../kinds/schemas/read-schemas";
import { fieldIssues, pickSecretValues } from "./field-issues";
import type { CallContext, ToolImplementation, ToolStatus } from "./kind";
import { measureCall } from "./timed";

const secretPaths = ({ auth }: HttpDefinition) => httpSecretFields[auth.type].map((path) => path.split("."));
const safeMethods = new Set(["GET", "HEAD"]);
/** Credentials omitted by an import are empty. */
function findToolStatus({ auth }: HttpDefinition): ToolStatus {
  const given = pickSecretValues(
    { auth },
    httpSecretFields[auth.type].map((path) => path.split(".")),
  );
  if (Object.values(given).every((value) => value !== "")) return { state: "ready" };
  return { state: "error", stateMessage: "Enter the tool's credentials." };
}

const origin = (address: string): string => URL.parse(address)?.origin ?? address;

/** The server of a document is unknown until it is parsed. */
function listAddresses(definition: HttpDefinition): string[] {
  if (definition.source === "request") return [origin(definition.request.url)];
  if (definition.server !== null) return [definition.server];
  return [`document ${createHash("sha256").update(definition.document).digest("hex")}`];
}

function call(
  definition: HttpDefinition,
  prepared: PreparedHttp,
  operation: string | null,
  args: object,
  ctx: CallContext,
) {
  const found = prepared.functions.find(({ id }) => id === operation)?.operation;
  const server = definition.source === "openapi" ? (definition.server ?? prepared.server) : null;
  const target = found && server !== null ? { server, operation: found } : "template";
  const { signal, teamId } = ctx;
  return callHttp(definition, target, args, pickSecretValues(definition, secretPaths(definition)), {
    fetchWith: outbound().fetchWith,
    signal,
    teamId,
    timeoutMs: definition.timeoutMs,
  });
}

export const http: ToolImplementation<HttpDefinition> = {
  secretPaths,
  addresses: listAddresses,
  // Includes the whole request: a path of a service may echo secrets, and a header or body can redirect them.
  readers: ({ timeoutMs: _time, ...read }) => read,
  summary(definition) {
    if (definition.source === "request")
      return `${definition.request.method} ${URL.parse(definition.request.url)?.host ?? ""}`;
    const { length } = definition.operations;
    const where = definition.server ? ` of ${URL.parse(definition.server)?.host ?? definition.server}` : "";
    return `${pluralize(length, "operation")}${where}`;
  },
  operations(definition, description, prepared) {
    // Null while it is being parsed.
    const { functions } = (prepared as PreparedHttp | null) ?? { functions: [] };
    return functions.map(({ id, parameters, operation, ...own }) => ({
      operation: id,
      description: id === null ? description || own.description : own.description,
      parameters,
      repeatable: safeMethods.has(
        operation?.method ?? (definition.source === "request" ? definition.request.method : ""),
      ),
    }));
  },
  async stored(definition, teamId, signal) {
    if (definition.source === "request") return definition;
    const { document, server } = await fieldIssues.require(async () => ({
      document: await readSchemas(
        "keep",
        { text: definition.document, ids: definition.operations },
        { teamId, signal, field: "document" },
      ),
      server: definition.server ?? (await prepareHttp(definition, teamId, signal)).server,
    }));
    return { ...definition, document, server };
  },
  check: (_db, teamId, definition, signal) =>
    fieldIssues.collect(async () => ({
      status: findToolStatus(definition),
      prepared: await prepareHttp(definition, teamId, signal),
    })),
  repeatable: false,
  call: (definition, prepared, operation, args, context) =>
    measureCall(context.signal, () => call(definition, prepared as PreparedHttp, operation, args, context)),
};
