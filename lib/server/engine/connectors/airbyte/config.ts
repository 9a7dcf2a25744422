import { trimEndMatching } from "@/lib/utils/text/trim-characters";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";

/** The operator's Airbyte. */
export interface AirbyteConfig {
  /** Airbyte's two APIs: the public one, and the configuration API for specifications, checks and discovery. */
  publicUrl: string;
  configUrl: string;
  clientId: string | undefined;
  clientSecret: string | undefined;
  workspaceId: string | undefined;
  destinationId: string | undefined;
  /** The PostgreSQL database that Airbyte writes to. */
  landingUrl: string;
}

/** Accepts either address. Airbyte Cloud serves its two APIs from two hosts. */
export function toApiUrls(url: string): Pick<AirbyteConfig, "publicUrl" | "configUrl"> {
  if (URL.parse(url)?.hostname === "api.airbyte.com")
    return { publicUrl: "https://api.airbyte.com/v1", configUrl: "https://cloud.airbyte.com/api/v1" };
  const root = trimEndMatching(url, /\//).replace(/(\/api)?(\/public)?(\/v1)?$/, "");
  return { publicUrl: `${root}/api/public/v1`, configUrl: `${root}/api/v1` };
}

/** Undefined unless the operator has configured it. */
export function findAirbyteConfig(): AirbyteConfig | undefined {
  const variables = env();
  if (!variables.AIRBYTE_API_URL || !variables.AIRBYTE_LANDING_URL) return undefined;
  return {
    ...toApiUrls(variables.AIRBYTE_API_URL),
    clientId: variables.AIRBYTE_CLIENT_ID,
    clientSecret: variables.AIRBYTE_CLIENT_SECRET,
    workspaceId: variables.AIRBYTE_WORKSPACE_ID,
    destinationId: variables.AIRBYTE_DESTINATION_ID,
    landingUrl: variables.AIRBYTE_LANDING_URL,
  };
}

export function getAirbyteConfig(): AirbyteConfig {
  const config = findAirbyteConfig();
  if (!config) throw new AppError("not_found", "Airbyte isn't set up on this server. Choose a built-in connector.");
  return config;
}
