import { AirtableStandin } from "../standins/airtable/standin";
import { startBigqueryStandin } from "../standins/bigquery/server";
import { startDriveStandin } from "../standins/google-drive/server";
import { serviceAccount, startGoogleSignIn } from "../standins/google-sign-in";
import { hubspotToken, startHubspotStandin } from "../standins/hubspot/server";
import { words } from "../standins/notion/blocks";
import { NotionStandin } from "../standins/notion/standin";
import { startGraphStandin } from "../standins/onedrive/server";
import { client } from "../standins/service/tokens";
import { type Mirror, mirrorOf } from "./mirror";

/** A service that a connector reads, behind a mirror, with something in it. */
export interface ConnectedService {
  connectorId: string;
  config: Record<string, unknown>;
  stream: string;
  mirror: Mirror;
  /** Where the server finds it. */
  variables: Record<string, string>;
  close: () => Promise<unknown>;
}

const long = "2026-01-01T00:00:00.000Z";
const token = "ya29.standin-access-token";
const note = "The quay closes at ten in the evening.";
const count = 5;
const numbers = Array.from({ length: count }, (_, i) => i);

async function airtable(): Promise<ConnectedService> {
  const standin = await new AirtableStandin().start();
  const rows = numbers.map((n) => ({ id: `rec${n}`, fields: { What: note }, modified: long }));
  const fields = [{ id: "fldTitle", name: "What", type: "singleLineText" }];
  const table = { id: "tblTasks", name: "Tasks", primaryFieldId: "fldTitle", fields, rows };
  standin.bases.set("appOne", { name: "Office", tables: [table] });
  const mirror = await mirrorOf(standin.url);
  return {
    connectorId: "airtable",
    config: { token: standin.token },
    stream: "appOne/tblTasks",
    mirror,
    variables: { AIRTABLE_BASE_URL: mirror.url },
    close: () => standin.close(),
  };
}

async function notion(): Promise<ConnectedService> {
  const standin = await new NotionStandin().start();
  standin.sources.set("tasks", { id: "tasks", title: "Tasks of the quay", properties: { Status: "select" } });
  for (const _ of numbers) standin.add({ title: note, blocks: [words("paragraph", note), words("code", note)] });
  const mirror = await mirrorOf(standin.url);
  return {
    connectorId: "notion",
    config: { token: standin.token },
    stream: "pages",
    mirror,
    variables: { NOTION_BASE_URL: mirror.url },
    close: () => standin.close(),
  };
}

async function hubspot(): Promise<ConnectedService> {
  const standin = await startHubspotStandin();
  standin.addKind("contacts", ["firstname", "lastname", "email"]);
  for (const n of numbers) standin.put("contacts", n + 1, { firstname: note }, Date.parse(long) + n);
  const mirror = await mirrorOf(standin.url);
  return {
    connectorId: "hubspot",
    config: { authentication: { type: "token", token: hubspotToken } },
    stream: "contacts",
    mirror,
    variables: { HUBSPOT_BASE_URL: mirror.url },
    close: standin.close,
  };
}

async function onedrive(): Promise<ConnectedService> {
  const standin = await startGraphStandin();
  for (const n of numbers) standin.put(`file-${n}`, { name: `${n}.txt`, content: note });
  const mirror = await mirrorOf(standin.url);
  const secrets = { clientId: client.id, clientSecret: client.secret };
  return {
    connectorId: "onedrive",
    stream: "files",
    mirror,
    close: standin.close,
    config: { authentication: { type: "app", tenant: "contoso.com", ...secrets, user: "ada@contoso.com" } },
    variables: { MICROSOFT_GRAPH_BASE_URL: mirror.url, MICROSOFT_LOGIN_BASE_URL: mirror.url },
  };
}

async function googleDrive(): Promise<ConnectedService> {
  const standin = await startDriveStandin(token);
  for (const n of numbers) standin.put(`file-${n}`, { name: `${n}.txt`, content: note });
  const mirror = await mirrorOf(standin.url);
  return {
    connectorId: "google_drive",
    stream: "files",
    mirror,
    close: standin.close,
    config: { authentication: { type: "service_account", credentials: serviceAccount() } },
    variables: { GOOGLE_DRIVE_BASE_URL: mirror.url },
  };
}

async function bigquery(): Promise<ConnectedService> {
  const standin = await startBigqueryStandin(token);
  const columns = [
    { name: "id", type: "INTEGER", mode: "REQUIRED" },
    { name: "title", type: "STRING" },
  ];
  const rows = numbers.map((n) => ({ id: String(n), title: note }));
  standin.tables.set("shop.orders", { columns, primaryKey: ["id"], rows });
  const mirror = await mirrorOf(standin.url);
  return {
    connectorId: "bigquery",
    config: { credentials: serviceAccount() },
    stream: "shop.orders",
    mirror,
    variables: { BIGQUERY_BASE_URL: mirror.url },
    close: standin.close,
  };
}

/** All of them, with where Google's service accounts sign in. */
export async function startServices(): Promise<{ services: ConnectedService[]; close: () => Promise<void> }> {
  const signIn = await startGoogleSignIn(token);
  const services = await Promise.all([airtable(), notion(), hubspot(), onedrive(), googleDrive(), bigquery()]);
  for (const { connectorId, variables } of services)
    if (["google_drive", "bigquery"].includes(connectorId)) variables.GOOGLE_OAUTH_BASE = signIn.baseUrl;
  return {
    services,
    close: async () => {
      await Promise.all(services.flatMap(({ mirror, close }) => [mirror.close(), close()]));
      await signIn.close();
    },
  };
}

export const connectedIds = ["airtable", "notion", "hubspot", "onedrive", "google_drive", "bigquery"];
