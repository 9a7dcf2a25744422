import { trimEndOf } from "@/lib/utils/trim-characters";
import { env } from "../../env";
import { AppError } from "../../http/errors";

/** The operator's Airbyte. */
export interface AirbytePlace {
  /** Its two APIs: the public one, and the one for what that lacks (specifications, checks, discovery). */
  publicUrl: string;
  configUrl: string;
  clientId: string | undefined;
  clientSecret: string | undefined;
  workspaceId: string | undefined;
  destinationId: string | undefined;
  /** The PostgreSQL where it lands. */
  landingUrl: string;
}

/** Whichever of its addresses was given. Airbyte's own cloud has its two APIs on two hosts. */
export function airbyteApis(given: string): Pick<AirbytePlace, "publicUrl" | "configUrl"> {
  if (URL.parse(given)?.hostname === "api.airbyte.com")
    return { publicUrl: "https://api.airbyte.com/v1", configUrl: "https://cloud.airbyte.com/api/v1" };
  const root = trimEndOf(given, /\//).replace(/(\/api)?(\/public)?(\/v1)?$/, "");
  return { publicUrl: `${root}/api/public/v1`, configUrl: `${root}/api/v1` };
}

/** Undefined where the operator has not set it up. */
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
