import { z } from "zod";
import { oauthAccess, withAccessToken } from "../oauth/access";
import { readJsonResponse } from "../shared/answer";
import { jsonLimits } from "../shared/json-limits";
import { createRateLimitedFetch } from "../shared/rate-limited-fetch";
import { throwOnErrorStatus } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { HubspotSettings } from "./settings";

const defaultUrl = "https://api.hubapi.com";

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
const createTransport =
  <Answer>(
    ResponseContext: new (status: number, headers: Record<string, string>, body: Body) => Answer,
    send: typeof fetch,
  ) =>
  async (request: Request): Promise<Answer> => {
    const body = request.getBody();
    const response = await send(request.getUrl(), {
      method: request.getHttpMethod().toString(),
      headers: request.getHeaders(),
      body: typeof body === "string" ? body : undefined,
    });
    return new ResponseContext(response.status, Object.fromEntries(response.headers), {
      text: () => response.text(),
      binary: async () => Buffer.from(await response.arrayBuffer()),
    });
  };

const account = z.object({ portalId: z.number(), uiDomain: z.string().default("app.hubspot.com") });

/** HubSpot allows 100 requests per 10 seconds and 4 searches per second per account. */
const spacingMs = 110;
const searchSpacingMs = 260;

/** HubSpot's client over guarded outbound access. */
export async function createHubspotClient({ authentication }: HubspotSettings, ctx: ConnectorContext) {
  const [objects, properties, schemas] = await Promise.all([
    import("@hubspot/api-client/lib/codegen/crm/objects/index.js"),
    import("@hubspot/api-client/lib/codegen/crm/properties/index.js"),
    import("@hubspot/api-client/lib/codegen/crm/schemas/index.js"),
  ]);
  const { signal, places, pace = 1 } = ctx;
  const base = places.hubspot ?? defaultUrl;
  const access =
    authentication.type === "token"
      ? async () => authentication.token
      : oauthAccess("hubspot", authentication.refreshToken, ctx);
  const createFetch = (spacing: number) =>
    throwOnErrorStatus(
      withAccessToken(
        createRateLimitedFetch(ctx.fetchWith(jsonLimits()), { signal, spacingMs: spacing * pace }),
        access,
      ),
    );
  const send = createFetch(spacingMs);

  const configureObjects = (slastEnd: typeof send) => {
    const ask = createTransport(objects.ResponseContext, slastEnd);
    const httpApi = { send: (request: Request) => new objects.Observable(ask(request)) };
    return objects.createConfiguration({ baseServer: new objects.ServerConfiguration(base, {}), httpApi });
  };
  const askProperties = createTransport(properties.ResponseContext, send);
  const propertiesSetup = properties.createConfiguration({
    baseServer: new properties.ServerConfiguration(base, {}),
    httpApi: { send: (request) => new properties.Observable(askProperties(request)) },
  });
  const askSchemas = createTransport(schemas.ResponseContext, send);
  const schemasSetup = schemas.createConfiguration({
    baseServer: new schemas.ServerConfiguration(base, {}),
    httpApi: { send: (request) => new schemas.Observable(askSchemas(request)) },
  });

  return {
    objects: new objects.BasicApi(configureObjects(send)),
    batches: new objects.BatchApi(configureObjects(send)),
    search: new objects.SearchApi(configureObjects(createFetch(searchSpacingMs))),
    operators: objects.FilterOperatorEnum,
    properties: new properties.CoreApi(propertiesSetup),
    schemas: new schemas.CoreApi(schemasSetup),
    /** The account that the credentials belong to. */
    async account(): Promise<z.output<typeof account>> {
      const response = await send(`${base}/account-info/v3/details`, { headers: { accept: "application/json" } });
      return readJsonResponse(account, response, "HubSpot");
    },
  };
}

export type Hubspot = Awaited<ReturnType<typeof createHubspotClient>>;
