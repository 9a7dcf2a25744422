import { type OauthService, oauthServices, serviceTitles } from "@/lib/constants/oauth-services";
import { env } from "../../env";
import { AppError } from "../../http/errors";
import { placesOfEnv } from "../context";
import type { Places } from "../types";

interface Setting {
  clientId: string | undefined;
  clientSecret: string | undefined;
  authorize: string;
  token: string;
  scopes: string[];
  /** What the page of consent is asked beside the standard's own. */
  extra?: Record<string, string>;
}

/** Work and school accounts of every organisation, and personal ones. */
const anyTenant = "common";
const tenantName = /^[a-zA-Z0-9.-]{1,100}$/;

export function microsoftToken(places: Places, tenant: string): string {
  if (!tenantName.test(tenant)) throw new AppError("invalid", "The tenant is an id or a domain, such as contoso.com.");
  return `${places.microsoftLogin ?? "https://login.microsoftonline.com"}/${tenant}/oauth2/v2.0/token`;
}

export const googleToken = (places: Places): string => `${places.googleOAuth ?? "https://oauth2.googleapis.com"}/token`;

const settings: Record<OauthService, (places: Places) => Setting> = {
  google: (places) => ({
    clientId: env().GOOGLE_CLIENT_ID,
    clientSecret: env().GOOGLE_CLIENT_SECRET,
    authorize: `${places.googleOAuth ?? "https://accounts.google.com"}/o/oauth2/v2/auth`,
    token: googleToken(places),
    scopes: ["https://www.googleapis.com/auth/drive.readonly"],
    // Without them there is no refresh token, or only the first time that somebody agrees.
    extra: { access_type: "offline", prompt: "consent" },
  }),
  microsoft: (places) => ({
    clientId: env().MICROSOFT_CLIENT_ID,
    clientSecret: env().MICROSOFT_CLIENT_SECRET,
    authorize: microsoftToken(places, anyTenant).replace(/token$/, "authorize"),
    token: microsoftToken(places, anyTenant),
    scopes: ["offline_access", "Files.Read"],
    extra: { prompt: "select_account" },
  }),
  hubspot: (places) => ({
    clientId: env().HUBSPOT_CLIENT_ID,
    clientSecret: env().HUBSPOT_CLIENT_SECRET,
    authorize: `${places.hubspot ?? "https://app.hubspot.com"}/oauth/authorize`,
    token: `${places.hubspot ?? "https://api.hubapi.com"}/oauth/v3/token`,
    scopes: ["oauth", "crm.objects.contacts.read"],
    // Asked for, but no condition: what an account does not have is left out.
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

export const configuredServices = (): OauthService[] =>
  oauthServices.filter((service) => settings[service](placesOfEnv()).clientId !== undefined);

/** What whoever runs the server sets for a service. */
export const variablesOf = (service: OauthService): string[] =>
  ["CLIENT_ID", "CLIENT_SECRET"].map((name) => `${service.toUpperCase()}_${name}`);

export interface OauthClient extends Setting {
  clientId: string;
  clientSecret: string;
  title: string;
}

/** Throws 404 where the operator has not registered Muster with the service. */
export function oauthClient(service: OauthService, places: Places = placesOfEnv()): OauthClient {
  const title = serviceTitles[service];
  const { clientId, clientSecret, ...setting } = settings[service](places);
  if (!clientId || !clientSecret)
    throw new AppError("not_found", `Connecting with ${title} is not set up on this server. Use a key instead.`);
  return { ...setting, clientId, clientSecret, title };
}
