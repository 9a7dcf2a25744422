import { z } from "zod";
import { oauthAccess, withAccessToken } from "../oauth/access";
import { createServiceAccountAccess } from "../oauth/google-access";
import { parseResponse } from "../shared/answer";
import { jsonLimits } from "../shared/json-limits";
import { createRateLimitedFetch } from "../shared/rate-limited-fetch";
import { throwOnErrorStatus } from "../shared/service-error";
import type { ConnectorContext } from "../shared/types";
import type { DriveSettings } from "./settings";

const service = "Google Drive";
const defaultUrl = "https://www.googleapis.com";
const scopes = ["https://www.googleapis.com/auth/drive.readonly"];

const file = z.object({
  id: z.string(),
  name: z.string().default(""),
  mimeType: z.string().default(""),
  modifiedTime: z.string().optional(),
  createdTime: z.string().optional(),
  size: z.coerce.number().optional(),
  webViewLink: z.string().optional(),
  description: z.string().optional(),
  parents: z.array(z.string()).default([]),
  trashed: z.boolean().default(false),
  owners: z.array(z.object({ emailAddress: z.string().optional() })).default([]),
});
export type DriveFile = z.output<typeof file>;
const fileFields =
  "id,name,mimeType,modifiedTime,createdTime,size,webViewLink,description,parents,trashed,owners(emailAddress)";

const fileList = z.object({ files: z.array(file).default([]), nextPageToken: z.string().optional() });
const change = z.object({
  changeType: z.string().default("file"),
  removed: z.boolean().default(false),
  fileId: z.string().optional(),
  file: file.optional(),
});
export type DriveChange = z.output<typeof change>;
const changeList = z.object({
  changes: z.array(change).default([]),
  nextPageToken: z.string().optional(),
  newStartPageToken: z.string().optional(),
});
const startToken = z.object({ startPageToken: z.string() });
const about = z.object({ user: z.object({ emailAddress: z.string().optional() }) });

const withBaseUrl =
  (send: typeof fetch, base: string | undefined): typeof fetch =>
  (input, init) =>
    send(base ? String(input).replace(defaultUrl, base) : input, init);

/** Google's client over guarded outbound access; responses are validated. */
export async function createDriveClient({ authentication, sharedDrive }: DriveSettings, ctx: ConnectorContext) {
  const { drive } = await import("@googleapis/drive");
  const { signal, places, maxFileBytes } = ctx;
  const access =
    authentication.type === "oauth"
      ? oauthAccess("google", authentication.refreshToken, ctx)
      : await createServiceAccountAccess({ ...authentication, scopes }, ctx);
  const createFetch = (send: typeof fetch) =>
    throwOnErrorStatus(
      withAccessToken(createRateLimitedFetch(withBaseUrl(send, places.googleDrive), { signal }), access),
    );
  const client = drive({ version: "v3", fetchImplementation: createFetch(ctx.fetchWith(jsonLimits())), retry: false });
  const fetchFile = createFetch(ctx.fetchWith({ maxBytes: maxFileBytes, headersTimeoutMs: 60_000 }));
  const streamOptions = { responseType: "stream", fetchImplementation: fetchFile } as const;
  const allDrives = { supportsAllDrives: true, includeItemsFromAllDrives: true };
  const corpus = sharedDrive ? { corpora: "drive", driveId: sharedDrive } : {};

  return {
    async getUser() {
      const { data } = await client.about.get({ fields: "user(emailAddress)" });
      return parseResponse(about, data, service).user;
    },
    async getStartToken(): Promise<string> {
      const { data } = await client.changes.getStartPageToken({ supportsAllDrives: true, driveId: sharedDrive });
      return parseResponse(startToken, data, service).startPageToken;
    },
    async listFiles(q: string, pageToken: string | undefined, pageSize: number) {
      const fields = `nextPageToken,files(${fileFields})`;
      const { data } = await client.files.list({ q, pageToken, pageSize, fields, ...allDrives, ...corpus });
      return parseResponse(fileList, data, service);
    },
    async listChanges(pageToken: string) {
      const fields = `nextPageToken,newStartPageToken,changes(changeType,removed,fileId,file(${fileFields}))`;
      const options = { pageToken, pageSize: 100, fields, driveId: sharedDrive, includeRemoved: true, ...allDrives };
      const { data } = await client.changes.list(options);
      return parseResponse(changeList, data, service);
    },
    async getFile(fileId: string): Promise<DriveFile> {
      const { data } = await client.files.get({ fileId, fields: fileFields, supportsAllDrives: true });
      return parseResponse(file, data, service);
    },
    /** The bytes of a file; `exportAs` for Google's own formats, which have none. */
    async readContent(fileId: string, exportAs: string | undefined): Promise<AsyncIterable<Uint8Array>> {
      const { data } = exportAs
        ? await client.files.export({ fileId, mimeType: exportAs }, streamOptions)
        : await client.files.get({ fileId, alt: "media", supportsAllDrives: true }, streamOptions);
      return data;
    },
  };
}

export type Drive = Awaited<ReturnType<typeof createDriveClient>>;
