import { z } from "zod";
import { cacheToken, oauthAccess, withAccessToken } from "../oauth/access";
import { toMicrosoftTokenUrl } from "../oauth/services";
import { requestTokens } from "../oauth/token-request";
import { parseResponse, readJsonResponse } from "../shared/answer";
import { jsonLimits } from "../shared/json-limits";
import { createRateLimitedFetch } from "../shared/rate-limited-fetch";
import { throwOnErrorStatus } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { OnedriveSettings } from "./settings";

const service = "OneDrive";
const defaultUrl = "https://graph.microsoft.com";
const version = "v1.0";

const facet = z.object({}).loose().optional();
const item = z.object({
  id: z.string(),
  name: z.string().default(""),
  size: z.number().optional(),
  webUrl: z.string().optional(),
  createdDateTime: z.string().optional(),
  lastModifiedDateTime: z.string().optional(),
  file: z.object({ mimeType: z.string().default("") }).optional(),
  folder: facet,
  root: facet,
  deleted: facet,
  parentReference: z.object({ id: z.string().optional() }).optional(),
  createdBy: z.object({ user: z.object({ displayName: z.string().optional() }).optional() }).optional(),
});
export type GraphItem = z.output<typeof item>;

const selected =
  "id,name,size,webUrl,createdDateTime,lastModifiedDateTime,file,folder,root,deleted,parentReference,createdBy";

const page = z.object({
  value: z.array(item),
  "@odata.nextLink": z.string().optional(),
  "@odata.deltaLink": z.string().optional(),
});
const identified = z.object({ id: z.string() });

/** The path of a link from Microsoft after its version: the link's host is never called. */
function toPath(link: string): string {
  const url = URL.parse(link);
  const from = url ? url.pathname.indexOf(`/${version}/`) : -1;
  if (!url || from < 0) return parseResponse(z.never(), link, service);
  return url.pathname.slice(from + version.length + 1) + url.search;
}

async function createAccess({ authentication }: OnedriveSettings, ctx: ConnectorContext) {
  if (authentication.type === "oauth") return oauthAccess("microsoft", authentication.refreshToken, ctx);
  const { tenant, clientId, clientSecret } = authentication;
  const form = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    scope: `${defaultUrl}/.default`,
  };
  const url = toMicrosoftTokenUrl(ctx.places, tenant);
  const { fetch, signal } = ctx;
  return cacheToken(() => requestTokens({ url, title: "Microsoft", form, fetch, signal }));
}

const toDrivePath = ({ authentication, drive }: OnedriveSettings): string => {
  if (drive !== undefined) return `/drives/${encodeURIComponent(drive)}`;
  return authentication.type === "oauth" ? "/me/drive" : `/users/${encodeURIComponent(authentication.user)}/drive`;
};

const escapePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** Microsoft's client over guarded outbound access; responses are validated. */
export async function createOnedriveClient(settings: OnedriveSettings, ctx: ConnectorContext) {
  const { Client, GraphClientError, ResponseType } = await import("@microsoft/microsoft-graph-client");
  const { signal, places, maxFileBytes } = ctx;
  const access = await createAccess(settings, ctx);
  const createFetch = (send: typeof fetch) =>
    throwOnErrorStatus(withAccessToken(createRateLimitedFetch(send, { signal }), access));

  const createClient = (send: typeof fetch) =>
    Client.initWithMiddleware({
      baseUrl: places.microsoftGraph ?? defaultUrl,
      defaultVersion: version,
      middleware: {
        async execute(context) {
          try {
            context.response = await send(context.request, context.options);
          } catch (error) {
            // The only errors whose cause the client preserves.
            throw Object.assign(new GraphClientError("The request failed."), { cause: error });
          }
        },
      },
    });
  const client = createClient(createFetch(ctx.fetchWith(jsonLimits())));
  const files = createClient(createFetch(ctx.fetchWith({ maxBytes: maxFileBytes, headersTimeoutMs: 60_000 })));

  async function request<T extends z.ZodType>(schema: T, path: string): Promise<z.output<T>> {
    const response: Response = await client.api(path).responseType(ResponseType.RAW).get();
    return readJsonResponse(schema, response, service);
  }

  const { id: driveId } = await request(identified, `${toDrivePath(settings)}?$select=id`);
  const base = `/drives/${encodeURIComponent(driveId)}`;

  async function listItems(path: string) {
    const { value, "@odata.nextLink": next, "@odata.deltaLink": delta } = await request(page, path);
    return { items: value, next: next && toPath(next), delta: delta && toPath(delta) };
  }

  return {
    /** The delta link for changes from now on, without existing items. */
    async getLatestDelta(): Promise<string> {
      const { delta } = await listItems(`${base}/root/delta?token=latest`);
      return delta ?? parseResponse(z.never(), delta, service);
    },
    folderId: async (path: string) => (await request(identified, `${base}/root:/${escapePath(path)}?$select=id`)).id,
    listChildren: (folder: string, size: number) =>
      listItems(`${base}/items/${encodeURIComponent(folder)}/children?$top=${size}&$select=${selected}`),
    getItem: (id: string) => request(item, `${base}/items/${encodeURIComponent(id)}?$select=${selected}`),
    listAll: (size: number) => listItems(`${base}/root/delta?$top=${size}&$select=${selected}`),
    /** Follows a path returned by these methods. */
    follow: (path: string) => listItems(path),
    async readContent(id: string): Promise<AsyncIterable<Uint8Array>> {
      const path = `${base}/items/${encodeURIComponent(id)}/content`;
      const response: Response = await files.api(path).responseType(ResponseType.RAW).get();
      return response.body ?? new Blob([]).stream();
    },
  };
}

export type Onedrive = Awaited<ReturnType<typeof createOnedriveClient>>;
