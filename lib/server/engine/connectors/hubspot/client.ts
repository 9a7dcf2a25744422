import { z } from "zod";
import { oauthAccess, signed } from "../oauth/access";
import { jsonAnswer } from "../shared/answer";
import { jsonLimits } from "../shared/json-limits";
import { politeFetch } from "../shared/polite-fetch";
import { throwing } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { HubspotSettings } from "./settings";

const ownAddress = "https://api.hubapi.com";

/** The common shape of the classes in the client's generated packages. */
interface Request {
  getUrl(): string;
  getHttpMethod(): { toString(): string };
  getHeaders(): Record<string, string>;
  getBody(): unknown;
}
interface Body {
  text(): Promise<string>;
  binary(): Promise<Buffer>;
}

/** The client's transport accepts no fetch and follows process-wide decorators: this replaces it. */
const transport =
  <Answer>(Answered: new (status: number, headers: Record<string, string>, body: Body) => Answer, send: typeof fetch) =>
  async (request: Request): Promise<Answer> => {
    const body = request.getBody();
    const answer = await send(request.getUrl(), {
      method: request.getHttpMethod().toString(),
      headers: request.getHeaders(),
      body: typeof body === "string" ? body : undefined,
    });
    return new Answered(answer.status, Object.fromEntries(answer.headers), {
      text: () => answer.text(),
      binary: async () => Buffer.from(await answer.arrayBuffer()),
    });
  };

const account = z.object({ portalId: z.number(), uiDomain: z.string().default("app.hubspot.com") });

/** HubSpot allows 100 requests per 10 seconds and 4 searches per second per account. */
const spacingMs = 110;
const searchSpacingMs = 260;

/** HubSpot's client over guarded outbound access. */
export async function openHubspot({ authentication }: HubspotSettings, ctx: ConnectorContext) {
  const [objects, properties, schemas] = await Promise.all([
    import("@hubspot/api-client/lib/codegen/crm/objects/index.js"),
    import("@hubspot/api-client/lib/codegen/crm/properties/index.js"),
    import("@hubspot/api-client/lib/codegen/crm/schemas/index.js"),
  ]);
  const { signal, places, pace = 1 } = ctx;
  const base = places.hubspot ?? ownAddress;
  const access =
    authentication.type === "token"
      ? async () => authentication.token
      : oauthAccess("hubspot", authentication.refreshToken, ctx);
  const way = (gap: number) =>
    throwing(signed(politeFetch(ctx.fetchWith(jsonLimits()), { signal, spacingMs: gap * pace }), access));
  const send = way(spacingMs);

  const objectsOver = (own: typeof send) => {
    const ask = transport(objects.ResponseContext, own);
    const httpApi = { send: (request: Request) => new objects.Observable(ask(request)) };
    return objects.createConfiguration({ baseServer: new objects.ServerConfiguration(base, {}), httpApi });
  };
  const askProperties = transport(properties.ResponseContext, send);
  const propertiesSetup = properties.createConfiguration({
    baseServer: new properties.ServerConfiguration(base, {}),
    httpApi: { send: (request) => new properties.Observable(askProperties(request)) },
  });
  const askSchemas = transport(schemas.ResponseContext, send);
  const schemasSetup = schemas.createConfiguration({
    baseServer: new schemas.ServerConfiguration(base, {}),
    httpApi: { send: (request) => new schemas.Observable(askSchemas(request)) },
  });

  return {
    objects: new objects.BasicApi(objectsOver(send)),
    batches: new objects.BatchApi(objectsOver(send)),
    search: new objects.SearchApi(objectsOver(way(searchSpacingMs))),
    operators: objects.FilterOperatorEnum,
    properties: new properties.CoreApi(propertiesSetup),
    schemas: new schemas.CoreApi(schemasSetup),
    /** The account that the credentials belong to. */
    async account(): Promise<z.output<typeof account>> {
      const answer = await send(`${base}/account-info/v3/details`, { headers: { accept: "application/json" } });
      return jsonAnswer(account, answer, "HubSpot");
    },
  };
}

export type Hubspot = Awaited<ReturnType<typeof openHubspot>>;
