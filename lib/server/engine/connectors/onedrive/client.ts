import { z } from "zod";
import { lastingToken, oauthAccess, signed } from "../oauth/access";
import { microsoftToken } from "../oauth/services";
import { requestTokens } from "../oauth/token-request";
import { answerOf, jsonAnswer } from "../shared/answer";
import { jsonLimits } from "../shared/json-limits";
import { politeFetch } from "../shared/polite-fetch";
import { throwing } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { OnedriveSettings } from "./settings";

const service = "OneDrive";
const ownAddress = "https://graph.microsoft.com";
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
function pathIn(link: string): string {
  const url = URL.parse(link);
  const from = url ? url.pathname.indexOf(`/${version}/`) : -1;
  if (!url || from < 0) return answerOf(z.never(), link, service);
  return url.pathname.slice(from + version.length + 1) + url.search;
}

async function accessOf({ authentication }: OnedriveSettings, ctx: ConnectorContext) {
  if (authentication.type === "oauth") return oauthAccess("microsoft", authentication.refreshToken, ctx);
  const { tenant, clientId, clientSecret } = authentication;
  const form = {
    grant_type: "client_credentials",
    client_id: clientId,
    client_secret: clientSecret,
    scope: `${ownAddress}/.default`,
  };
  const url = microsoftToken(ctx.places, tenant);
  const { fetch, signal } = ctx;
  return lastingToken(() => requestTokens({ url, title: "Microsoft", form, fetch, signal }));
}

const driveOf = ({ authentication, drive }: OnedriveSettings): string => {
  if (drive !== undefined) return `/drives/${encodeURIComponent(drive)}`;
  return authentication.type === "oauth" ? "/me/drive" : `/users/${encodeURIComponent(authentication.user)}/drive`;
};

const escaped = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** Microsoft's client over guarded outbound access; responses are validated. */
export async function openOnedrive(settings: OnedriveSettings, ctx: ConnectorContext) {
  const { Client, GraphClientError, ResponseType } = await import("@microsoft/microsoft-graph-client");
  const { signal, places, maxFileBytes } = ctx;
  const access = await accessOf(settings, ctx);
  const way = (send: typeof fetch) => throwing(signed(politeFetch(send, { signal }), access));

  const clientOver = (send: typeof fetch) =>
    Client.initWithMiddleware({
      baseUrl: places.microsoftGraph ?? ownAddress,
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
  const client = clientOver(way(ctx.fetchWith(jsonLimits())));
  const files = clientOver(way(ctx.fetchWith({ maxBytes: maxFileBytes, headersTimeoutMs: 60_000 })));

  async function ask<T extends z.ZodType>(schema: T, path: string): Promise<z.output<T>> {
    const answer: Response = await client.api(path).responseType(ResponseType.RAW).get();
    return jsonAnswer(schema, answer, service);
  }

  const { id: driveId } = await ask(identified, `${driveOf(settings)}?$select=id`);
  const base = `/drives/${encodeURIComponent(driveId)}`;

  async function items(path: string) {
    const { value, "@odata.nextLink": next, "@odata.deltaLink": delta } = await ask(page, path);
    return { items: value, next: next && pathIn(next), delta: delta && pathIn(delta) };
  }

  return {
    /** The delta link for changes from now on, without existing items. */
    async latest(): Promise<string> {
      const { delta } = await items(`${base}/root/delta?token=latest`);
      return delta ?? answerOf(z.never(), delta, service);
    },
    folderId: async (path: string) => (await ask(identified, `${base}/root:/${escaped(path)}?$select=id`)).id,
    children: (folder: string, size: number) =>
      items(`${base}/items/${encodeURIComponent(folder)}/children?$top=${size}&$select=${selected}`),
    item: (id: string) => ask(item, `${base}/items/${encodeURIComponent(id)}?$select=${selected}`),
    everything: (size: number) => items(`${base}/root/delta?$top=${size}&$select=${selected}`),
    /** Follows a path returned by these methods. */
    following: (path: string) => items(path),
    async content(id: string): Promise<AsyncIterable<Uint8Array>> {
      const path = `${base}/items/${encodeURIComponent(id)}/content`;
      const answer: Response = await files.api(path).responseType(ResponseType.RAW).get();
      return answer.body ?? new Blob([]).stream();
    },
  };
}

export type Onedrive = Awaited<ReturnType<typeof openOnedrive>>;
