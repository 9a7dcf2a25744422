import { sessionMaxMs } from "@/lib/constants/limits";
import type { ShapedEndpoint } from "@/lib/contract/base/endpoint";
import type { Caller } from "../../access/auth/caller";
import { readCredential, sessionCookie } from "../../access/auth/principal";
import { env } from "../../platform/env/env";
import { jsonResponse } from "../../platform/errors/json-response";
import { scimResponse } from "../../platform/errors/scim-error";
import type { IncomingCall } from "./calls/call";

const sessionSeconds = sessionMaxMs / 1_000;

function toSetCookie(name: string, value: string | null, seconds: number): string {
  const secure = env().APP_URL.startsWith("https:") ? "; Secure" : "";
  const age = value === null ? 0 : seconds;
  return `${name}=${value ?? ""}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${age}${secure}`;
}

/** What a handler adds to the response. */
export interface Reply {
  setSession: (token: string | null) => void;
  setCookie: (name: string, value: string | null, seconds: number) => void;
  /** Creates the response from the handler's result. */
  toResponse: (endpoint: ShapedEndpoint, result: unknown) => Response;
}

/** `found` is the owner of the request's session or key. */
export function openReply({ endpoint, request }: IncomingCall, found: Caller | null): Reply {
  const cookies = new Map<string, string>();
  const setCookie: Reply["setCookie"] = (name, value, seconds) => cookies.set(name, toSetCookie(name, value, seconds));
  // Clears the cookie of an expired session before sign-in.
  const expiresSession =
    endpoint.access === "public" && endpoint.method !== "GET" && !found && readCredential(request)?.byCookie;
  if (expiresSession) setCookie(sessionCookie, null, 0);
  return {
    setSession: (token) => setCookie(sessionCookie, token, sessionSeconds),
    setCookie,
    toResponse({ response: schema, access }, result) {
      const json = () => schema?.parse(result) ?? {};
      const toJson = access === "scim" ? scimResponse : jsonResponse;
      const response = result instanceof Response ? result : toJson(json());
      for (const cookie of cookies.values()) response.headers.append("set-cookie", cookie);
      return response;
    },
  };
}
