import type { Answer, BodyIn, Endpoint, EndpointDefinition, Params, QueryIn } from "@/lib/contract/endpoint";

type Optional<K extends string, T> = Record<never, never> extends T ? { [P in K]?: T } : { [P in K]: T };

type ParamsPart<E extends EndpointDefinition> = Optional<"params", Params<E>>;
type QueryPart<E extends EndpointDefinition> =
  QueryIn<E> extends Record<string, unknown> ? Optional<"query", QueryIn<E>> : { query?: undefined };
type BodyPart<E extends EndpointDefinition> = E extends { method: "GET" }
  ? { body?: undefined; formData?: undefined }
  : E extends { multipart: object }
    ? { formData: FormData; body?: undefined }
    : BodyIn<E> extends object
      ? Optional<"body", BodyIn<E>> & { formData?: undefined }
      : { body?: undefined; formData?: undefined };

/** What a read carries. */
export type ReadInput<E extends EndpointDefinition> = ParamsPart<E> & QueryPart<E>;

/** What one call carries: whatever its contract entry requires is required here, and a GET takes no body. */
export type CallInput<E extends EndpointDefinition> = ReadInput<E> & BodyPart<E>;

export interface CallExtras<E extends EndpointDefinition> {
  signal?: AbortSignal;
  /** `false`: follow neither an answer's redirect nor an error's. */
  navigate?: boolean;
  /** `true`: the progress bar stays away, as from a read that is made again and again. */
  quiet?: boolean;
  /** Runs before a redirect of the answer is followed. */
  onSuccess?: (answer: Answer<E>) => void | Promise<void>;
  /** Share of an upload that is sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** The same key makes the server give its first answer again. Endpoints marked idempotent get a fresh one by default. */
  idempotencyKey?: string;
}

export type CallOptions<E extends EndpointDefinition> = CallInput<E> & CallExtras<E>;

/** The options may be left out when nothing in them is required. */
export type CallArguments<E extends EndpointDefinition> =
  Record<never, never> extends CallInput<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

export type Call = <E extends Endpoint>(endpoint: E, ...options: CallArguments<E>) => Promise<Answer<E>>;

/** The options as the client's inside sees them, whatever the endpoint. */
export interface LooseOptions extends Omit<CallExtras<EndpointDefinition>, "onSuccess"> {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  formData?: FormData;
  onSuccess?: (answer: never) => void | Promise<void>;
}

/** For callers that type the options themselves. */
export type LooseCall = <E extends Endpoint>(endpoint: E, options?: LooseOptions) => Promise<Answer<E>>;
