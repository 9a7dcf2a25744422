import { createRequestStateCodec, type RequestStateCodec } from "@modelcontextprotocol/server";
import { deriveKey } from "../../../platform/crypto/secret";
import type { PublicationCaller } from "../service";

/** What a client sends back with the responses of its user. */
export interface PausedCall {
  runId: string;
}

const ttlSeconds = 3_600;

/** Signs and checks states, which are bound to the caller and expire. */
export const createStateCodec = ({ publication, key, grant }: PublicationCaller): RequestStateCodec<PausedCall> =>
  createRequestStateCodec<PausedCall>({
    key: deriveKey("mcp-request-state"),
    ttlSeconds,
    bind: ({ mcpReq }) => JSON.stringify([publication.id, key?.id ?? grant?.id ?? null, mcpReq.method]),
  });
