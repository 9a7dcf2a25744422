import { z } from "zod";
import { jsonAnswer } from "../answer";
import { jsonLimits } from "../json-limits";
import { oauthAccess, signed } from "../oauth/access";
import { politeFetch } from "../polite-fetch";
import { throwing } from "../service-error";
import type { ConnectorContext } from "../types";
import type { HubspotSettings } from "./settings";

const ownAddress = "https://api.hubapi.com";

/** What the client's generated packages have in common: each has classes of its own of the same shape. */
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

/** The client's own transport cannot be told a fetch and follows its process-wide decorators: this takes its place. */
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

/** Its limits are 100 requests in 10 seconds and 4 searches a second for one account. */
const spacingMs = 110;
const searchSpacingMs = 260;

/** HubSpot's own client over the guarded way out. */
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
    /** Which account the credentials are for. */
    async account(): Promise<z.output<typeof account>> {
      const answer = await send(`${base}/account-info/v3/details`, { headers: { accept: "application/json" } });
      return jsonAnswer(account, answer, "HubSpot");
    },
  };
}

export type Hubspot = Awaited<ReturnType<typeof openHubspot>>;
