import { trimEndOf } from "@/lib/utils/text/trim-characters";
import { env } from "../../../platform/env/env";
import { AppError } from "../../../platform/errors/errors";

/** The operator's Airbyte. */
export interface AirbytePlace {
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
export function airbyteApis(given: string): Pick<AirbytePlace, "publicUrl" | "configUrl"> {
  if (URL.parse(given)?.hostname === "api.airbyte.com")
    return { publicUrl: "https://api.airbyte.com/v1", configUrl: "https://cloud.airbyte.com/api/v1" };
  const root = trimEndOf(given, /\//).replace(/(\/api)?(\/public)?(\/v1)?$/, "");
  return { publicUrl: `${root}/api/public/v1`, configUrl: `${root}/api/v1` };
}

/** Undefined unless the operator has configured it. */
export function airbyteOfEnv(): AirbytePlace | undefined {
  const from = env();
  if (!from.AIRBYTE_API_URL || !from.AIRBYTE_LANDING_URL) return undefined;
  return {
    ...airbyteApis(from.AIRBYTE_API_URL),
    clientId: from.AIRBYTE_CLIENT_ID,
    clientSecret: from.AIRBYTE_CLIENT_SECRET,
    workspaceId: from.AIRBYTE_WORKSPACE_ID,
    destinationId: from.AIRBYTE_DESTINATION_ID,
    landingUrl: from.AIRBYTE_LANDING_URL,
  };
}

export function airbytePlace(): AirbytePlace {
  const place = airbyteOfEnv();
  if (!place) throw new AppError("not_found", "Airbyte is not set up on this server. Choose a built-in connector.");
  return place;
}
