import { errorText } from "@/lib/constants/errors";
import { accounts } from "@/lib/contract/accounts/calls";
import type { Endpoint, ResponseBody } from "@/lib/contract/base/endpoint";
import { isBarePath, isSharedPath } from "@/lib/utils/paths/page-kind";
import { sameOriginPath } from "@/lib/utils/paths/same-origin-path";
import { ApiError } from "../api-error";
import type { ViewAs } from "../tokens/view-as";
import { type BuiltRequest, buildRequest } from "./build-request";
import type { CallOutcome } from "./call-log";
import type { Call, LooseCall, LooseOptions } from "./call-options";
import { readJson, toApiError, toFailure } from "./read-response";

/** The client's dependencies; the browser's are in browser.ts. */
export interface ClientParts {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Sends a form with upload progress, which `fetch` does not report. */
  upload?: (path: string, init: BuiltRequest["init"], onProgress: (share: number) => void) => Promise<Response>;
  token: { get(): string | null; set(token: string): void; remove(token: string): void };
  /** The member whose view of the team is shown. */
  viewAs?: () => ViewAs | null;
  /** Path of the page that calls. */
  page: () => string;
  /** Goes to a path of this origin without scrolling. */
  navigate: (path: string) => void;
  progress: { start(): void; done(): void };
  /** Called with every request; the returned function is called with its outcome. */
  begin?: (request: BuiltRequest) => (outcome: CallOutcome) => void;
}

/** Creates the API client. Every failure is an ApiError, except an abort. */
export function createClient(parts: ClientParts): { call: Call; callLoose: LooseCall } {
  let csrf: { token: string; value: string } | null = null;

  /** The CSRF token of a session, from account.json; null for a call that does not need one. */
  async function readCsrf(endpoint: Endpoint, token: string | null, navigate?: boolean): Promise<string | null> {
    if (!endpoint.csrf || !token) return null;
    if (csrf?.token !== token) await callLoose(accounts.get, { quiet: true, navigate });
    return csrf?.token === token ? csrf.value : null;
  }

  async function callLoose<E extends Endpoint>(endpoint: E, options: LooseOptions = {}): Promise<ResponseBody<E>> {
    const token = parts.token.get();
    const request = buildRequest(endpoint, options, {
      shared: isSharedPath(parts.page()),
      token,
      csrf: await readCsrf(endpoint, token, options.navigate),
      viewAs: parts.viewAs?.(),
    });
    if (!options.quiet) parts.progress.start();
    const end = parts.begin?.(request);
    let outcome: CallOutcome = { status: 0 };
    try {
      const response = await send(request, options);
      outcome = { status: response.status };
      if (endpoint.raw && response.ok) return asResponse<E>(response);
      const body = await readJson(response);
      outcome.answer = body;
      if (typeof body.token === "string" && body.token) parts.token.set(body.token);
      if (typeof body.csrf === "string" && token) csrf = { token, value: body.csrf };
      const failure = toFailure(response, body);
      if (failure) {
        const loggedOut = failure.code === "unauthorized" && failure.redirect !== undefined;
        if (loggedOut && token) parts.token.remove(token);
        throw toApiError(failure, response, follow(failure.redirect, options, loggedOut));
      }
      const answer = asResponse<E>(body);
      await options.onSuccess?.(answer as never);
      follow(body.redirect, options, false);
      return answer;
    } finally {
      end?.(outcome);
      if (!options.quiet) parts.progress.done();
    }
  }

  async function send({ path, init }: BuiltRequest, { onProgress, signal }: LooseOptions): Promise<Response> {
    try {
      return await (onProgress && parts.upload ? parts.upload(path, init, onProgress) : parts.fetch(path, init));
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError(errorText.requestFailed, "network");
    }
  }

  /** Bare and shared pages work signed out, so they ignore a redirect to the login page. */
  function follow(redirect: unknown, { navigate = true }: LooseOptions, toLogin: boolean): boolean {
    const path = typeof redirect === "string" ? sameOriginPath(redirect) : null;
    if (!path || !navigate) return false;
    if (toLogin && (isBarePath(parts.page()) || isSharedPath(parts.page()))) return false;
    parts.navigate(path);
    return true;
  }

  return { call: (endpoint, ...args) => callLoose(endpoint, args[0]), callLoose };
}

/** The server has parsed the response with the contract's schema, so it has that type. */
const asResponse = <E extends Endpoint>(value: unknown): ResponseBody<E> => value as ResponseBody<E>;
