import type { BodyIn, Endpoint, EndpointDefinition, Params, QueryIn, ResponseBody } from "@/lib/contract/base/endpoint";

type Optional<K extends string, T> = Record<never, never> extends T ? { [P in K]?: T } : { [P in K]: T };

type ParamsPart<E extends EndpointDefinition> = Optional<"params", Params<E>>;
type QueryPart<E extends EndpointDefinition> =
  QueryIn<E> extends Record<string, unknown> ? Optional<"query", QueryIn<E>> : { query?: undefined };
type BodyPart<E extends EndpointDefinition> = E extends { method: "GET" }
  ? { body?: undefined; formData?: undefined }
  : E extends { multipart: object }
    ? { formData: FormData; body?: undefined }
    : E extends { files: object }
      ? { body: BodyIn<E>; formData?: undefined } | { formData: FormData; body?: undefined }
      : BodyIn<E> extends object
        ? Optional<"body", BodyIn<E>> & { formData?: undefined }
        : { body?: undefined; formData?: undefined };

/** The input of a read. */
export type ReadInput<E extends EndpointDefinition> = ParamsPart<E> & QueryPart<E>;

/** The input of a call: what its contract entry requires is required here, and a GET has no body. */
type CallInput<E extends EndpointDefinition> = ReadInput<E> & BodyPart<E>;

interface CallExtras<E extends EndpointDefinition> {
  signal?: AbortSignal;
  /** `false`: follow neither a response's redirect nor an error's. */
  navigate?: boolean;
  /** `true`: no progress bar, as for polling. */
  quiet?: boolean;
  /** Runs before a redirect in the response is followed. */
  onSuccess?: (answer: ResponseBody<E>) => void | Promise<void>;
  /** Share of the upload that is sent, 0 to 1. */
  onProgress?: (share: number) => void;
  /** With the same key the server repeats its first response. Idempotent endpoints get a fresh key by default. */
  idempotencyKey?: string;
}

type CallOptions<E extends EndpointDefinition> = CallInput<E> & CallExtras<E>;

/** The options are optional if nothing in them is required. */
export type CallArguments<E extends EndpointDefinition> =
  Record<never, never> extends CallInput<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>];

export type Call = <E extends Endpoint>(endpoint: E, ...options: CallArguments<E>) => Promise<ResponseBody<E>>;

/** The untyped options, as the client uses them internally. */
export interface LooseOptions extends Omit<CallExtras<EndpointDefinition>, "onSuccess"> {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  formData?: FormData;
  onSuccess?: (answer: never) => void | Promise<void>;
}

/** For callers that type the options themselves. */
export type LooseCall = <E extends Endpoint>(endpoint: E, options?: LooseOptions) => Promise<ResponseBody<E>>;
