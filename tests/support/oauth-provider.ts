import type { OAuthClientProvider, OAuthDiscoveryState, OAuthTokens } from "@modelcontextprotocol/client";

export const redirectUri = "http://127.0.0.1:4711/callback";

type ProviderState = Partial<{
  client: Parameters<NonNullable<OAuthClientProvider["saveClientInformation"]>>[0];
  tokens: OAuthTokens;
  verifier: string;
  sentTo: URL;
  discovered: OAuthDiscoveryState;
}>;

interface MemoryOptions {
  clientMetadataUrl?: string;
  redirectUrl?: string;
}

/** What the official client keeps between its steps. */
export function memoryProvider({ clientMetadataUrl, redirectUrl = redirectUri }: MemoryOptions = {}) {
  const state: ProviderState = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: { client_name: "Test program", redirect_uris: [redirectUrl] },
    ...(clientMetadataUrl && { clientMetadataUrl }),
    state: () => "state-of-the-client",
    clientInformation: () => state.client,
    saveClientInformation: (client) => void Object.assign(state, { client }),
    tokens: () => state.tokens,
    saveTokens: (tokens) => void Object.assign(state, { tokens }),
    redirectToAuthorization: (sentTo) => void Object.assign(state, { sentTo }),
    saveCodeVerifier: (verifier) => void Object.assign(state, { verifier }),
    saveDiscoveryState: (discovered) => void Object.assign(state, { discovered }),
    discoveryState: () => state.discovered,
    codeVerifier: () => state.verifier ?? "",
  };
  return { provider, state };
}

export type Memory = ReturnType<typeof memoryProvider>;
