import { errorText } from "@/lib/constants/errors";
import type { Answer, Endpoint } from "@/lib/contract/endpoint";
import { isBarePath, isSharedPath } from "@/lib/utils/page-kind";
import { sameOriginPath } from "@/lib/utils/same-origin-path";
import { ApiError } from "./api-error";
import { type BuiltRequest, buildRequest } from "./build-request";
import type { CallOutcome } from "./call-log";
import type { Call, LooseCall, LooseOptions } from "./call-options";
import { failureOf, readJson, toApiError } from "./read-answer";
import type { SeenAs } from "./see-as";

/** What the client needs of its surroundings; the browser's are in browser.ts. */
export interface ClientParts {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Sends a form and reports how much of it is sent; `fetch` cannot. */
  upload?: (path: string, init: BuiltRequest["init"], onProgress: (share: number) => void) => Promise<Response>;
  token: { get(): string | null; set(token: string): void; remove(token: string): void };
  csrf: () => string | null;
  /** With whose eyes the page is seen. */
  seenAs?: () => SeenAs | null;
  /** Path of the page that calls. */
  page: () => string;
  /** Goes to a path of this origin without scrolling. */
  navigate: (path: string) => void;
  progress: { start(): void; done(): void };
  /** Told of every call; what it returns is told how the call ended. */
  begin?: (request: BuiltRequest) => (outcome: CallOutcome) => void;
}

/** The one way to the server: SPECIFICATION sections 7 and 8. Every failure is an ApiError, but for an abort. */
export function createClient(parts: ClientParts): { call: Call; callLoose: LooseCall } {
  async function callLoose<E extends Endpoint>(endpoint: E, options: LooseOptions = {}): Promise<Answer<E>> {
    const token = parts.token.get();
    const request = buildRequest(endpoint, options, {
      ...{ shared: isSharedPath(parts.page()), token, csrf: parts.csrf(), seenAs: parts.seenAs?.() },
    });
    if (!options.quiet) parts.progress.start();
    const end = parts.begin?.(request);
    let outcome: CallOutcome = { status: 0 };
    try {
      const response = await send(request, options);
      outcome = { status: response.status };
      if (endpoint.raw && response.ok) return asAnswer<E>(response);
      const body = await readJson(response);
      outcome.answer = body;
      if (typeof body.token === "string" && body.token) parts.token.set(body.token);
      const failure = failureOf(response, body);
      if (failure) {
        const loggedOut = failure.code === "unauthorized" && failure.redirect !== undefined;
        if (loggedOut && token) parts.token.remove(token);
        throw toApiError(failure, response, follow(failure.redirect, options, loggedOut));
      }
      const answer = asAnswer<E>(body);
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

  /** Bare and shared pages work signed out: they do not follow the way to the login page. */
  function follow(redirect: unknown, { navigate = true }: LooseOptions, toLogin: boolean): boolean {
    const path = typeof redirect === "string" ? sameOriginPath(redirect) : null;
    if (!path || !navigate) return false;
    if (toLogin && (isBarePath(parts.page()) || isSharedPath(parts.page()))) return false;
    parts.navigate(path);
    return true;
  }

  return { call: (endpoint, ...[options]) => callLoose(endpoint, options), callLoose };
}

/** The server parsed the answer by the contract's response schema before it left, so it has that shape. */
const asAnswer = <E extends Endpoint>(value: unknown): Answer<E> => value as Answer<E>;
