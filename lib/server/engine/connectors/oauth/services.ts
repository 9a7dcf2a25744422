import { type OauthService, oauthServices, serviceTitles } from "@/lib/constants/oauth-services";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";
import { readEndpoints } from "../shared/context";
import type { Endpoints } from "../shared/types";

interface ServiceSettings {
  clientId: string | undefined;
  clientSecret: string | undefined;
  authorize: string;
  token: string;
  scopes: string[];
  /** Additional parameters of the consent page. */
  extra?: Record<string, string>;
}

/** Work and school accounts of every organization, and personal ones. */
const anyTenant = "common";
const tenantName = /^[a-zA-Z0-9.-]{1,100}$/;

export function toMicrosoftTokenUrl(places: Endpoints, tenant: string): string {
  if (!tenantName.test(tenant)) throw new AppError("invalid", "Enter the tenant's ID or domain, such as contoso.com.");
  return `${places.microsoftLogin ?? "https://login.microsoftonline.com"}/${tenant}/oauth2/v2.0/token`;
}

const toGoogleTokenUrl = (places: Endpoints): string =>
  `${places.googleOAuth ?? "https://oauth2.googleapis.com"}/token`;

const settings: Record<OauthService, (places: Endpoints) => ServiceSettings> = {
  google: (places) => ({
    clientId: env().GOOGLE_CLIENT_ID,
    clientSecret: env().GOOGLE_CLIENT_SECRET,
    authorize: `${places.googleOAuth ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    token: toGoogleTokenUrl(places),
    scopes: ["https://www.googleapis.com/auth/drive.readonly"],
    // Required to receive a refresh token after the first consent.
    extra: { access_type: "offline", prompt: "consent" },
  }),
  microsoft: (places) => ({
    clientId: env().MICROSOFT_CLIENT_ID,
    clientSecret: env().MICROSOFT_CLIENT_SECRET,
    authorize: toMicrosoftTokenUrl(places, anyTenant).replace(/token$/, "authorize"),
    token: toMicrosoftTokenUrl(places, anyTenant),
    scopes: ["offline_access", "Files.Read"],
    extra: { prompt: "select_account" },
  }),
  hubspot: (places) => ({
    clientId: env().HUBSPOT_CLIENT_ID,
    clientSecret: env().HUBSPOT_CLIENT_SECRET,
    authorize: `${places.hubspot ?? "https://app.hubspot.com"}/oauth/authorize`,
    token: `${places.hubspot ?? "https://api.hubapi.com"}/oauth/v3/token`,
    scopes: ["oauth", "crm.objects.contacts.read"],
    // Optional scopes: those that the account lacks are dropped.
    extra: {
      optional_scope: [
        "crm.objects.companies.read",
        "crm.objects.deals.read",
        "crm.objects.custom.read",
        "crm.schemas.custom.read",
        "crm.objects.line_items.read",
        "crm.objects.quotes.read",
        "tickets",
        "e-commerce",
      ].join(" "),
    },
  }),
};

export const listConfiguredServices = (): OauthService[] =>
  oauthServices.filter((service) => settings[service](readEndpoints()).clientId !== undefined);

/** The environment variables that configure a service. */
export const listVariables = (service: OauthService): string[] =>
  ["CLIENT_ID", "CLIENT_SECRET"].map((name) => `${service.toUpperCase()}_${name}`);

interface OauthClient extends ServiceSettings {
  clientId: string;
  clientSecret: string;
  title: string;
}

/** Throws 404 unless the operator has registered Muster with the service. */
export function getOauthClient(service: OauthService, places: Endpoints = readEndpoints()): OauthClient {
  const title = serviceTitles[service];
  const { clientId, clientSecret, ...setting } = settings[service](places);
  if (!clientId || !clientSecret)
    throw new AppError("not_found", `Connecting with ${title} isn't set up on this server. Use a key instead.`);
  return { ...setting, clientId, clientSecret, title };
}
