import { createHash } from "node:crypto";
import { type HttpDefinition, httpSecretFields } from "@/lib/contract/tool-kinds/http";
import { pluralize } from "@/lib/utils/pluralize";
import { outbound } from "../../outbound/instance";
import { callHttp } from "../kinds/http/call-http";
import { type PreparedHttp, prepareHttp } from "../kinds/http/prepare";
import { readSchemas } from "../kinds/read-schemas";
import type { CallContext, Kind, Standing } from "./kind";
import { fieldIssues, secretValues } from "./of-kind";
import { timed } from "./timed";

const secretPaths = ({ auth }: HttpDefinition) => httpSecretFields[auth.type].map((path) => path.split("."));
const harmless = new Set(["GET", "HEAD"]);
/** Credentials that an import has left out can only be empty. */
function standingOf({ auth }: HttpDefinition): Standing {
  const given = secretValues(
    { auth },
    httpSecretFields[auth.type].map((path) => path.split(".")),
  );
  if (Object.values(given).every((value) => value !== "")) return { state: "ready" };
  return { state: "error", stateMessage: "Its credentials are still to be given." };
}

const origin = (address: string): string => URL.parse(address)?.origin ?? address;

/** Of a document that names the service itself nobody knows the address before it was read. */
function addresses(definition: HttpDefinition): string[] {
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
  return callHttp(definition, target, args, secretValues(definition, secretPaths(definition)), {
    ...{ fetchWith: outbound().fetchWith, signal, teamId, timeoutMs: definition.timeoutMs },
  });
}

export const http: Kind<HttpDefinition> = {
  secretPaths,
  addresses,
  // All that is sent: one path of a service may repeat what it was sent, and a header or a body can lead it elsewhere.
  readers: ({ timeoutMs: _time, ...read }) => read,
  summary(definition) {
    if (definition.source === "request")
      return `${definition.request.method} ${URL.parse(definition.request.url)?.host ?? ""}`;
    const { length } = definition.operations;
    const where = definition.server ? ` of ${URL.parse(definition.server)?.host ?? definition.server}` : "";
    return `${pluralize(length, "operation")}${where}`;
  },
  operations(definition, description, prepared) {
    // Null while it is still being read.
    const { functions } = (prepared as PreparedHttp | null) ?? { functions: [] };
    return functions.map(({ id, parameters, operation, ...own }) => ({
      operation: id,
      description: id === null ? description || own.description : own.description,
      parameters,
      repeatable: harmless.has(operation?.method ?? (definition.source === "request" ? definition.request.method : "")),
    }));
  },
  async stored(definition, teamId, signal) {
    if (definition.source === "request") return definition;
    const { document, server } = await fieldIssues.none(async () => ({
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
    fieldIssues.of(async () => ({
      standing: standingOf(definition),
      prepared: await prepareHttp(definition, teamId, signal),
    })),
  repeatable: false,
  call: (definition, prepared, operation, args, context) =>
    timed(context.signal, () => call(definition, prepared as PreparedHttp, operation, args, context)),
};
