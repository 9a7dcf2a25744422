import type { z } from "zod";
import type { shapes } from "@/lib/contract/oauth-server/schemas";
import type { Reader } from "../../../platform/db/client";
import { AppError, notFound } from "../../../platform/errors/errors";
import { findPublicationCaller } from "../service";
import { getIssuer, toResource } from "./addresses";

/** RFC 9728. Throws the same 404 for a publication that is unknown, off, or not an MCP server. */
export async function buildResourceMetadata(
  db: Reader,
  publicationId: string,
): Promise<z.input<typeof shapes.resource.response>> {
  await findPublicationCaller(db, publicationId, "mcp").catch((error: unknown) => {
    throw error instanceof AppError ? notFound("This MCP server") : error;
  });
  return {
    resource: toResource(publicationId),
    authorization_servers: [getIssuer()],
    bearer_methods_supported: ["header"],
  };
}

/** RFC 8414. */
export function buildServerMetadata(): z.input<typeof shapes.metadata.response> {
  const issuer = getIssuer();
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    token_endpoint_auth_methods_supported: ["none"],
    revocation_endpoint_auth_methods_supported: ["none"],
    code_challenge_methods_supported: ["S256"],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  };
}
