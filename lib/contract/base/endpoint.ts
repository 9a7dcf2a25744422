import type { z } from "zod";
import type { Policy } from "./policy";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How a call is made, as the browser knows it. `policies.ts` decides whether the call is admitted. */
export interface EndpointDefinition {
  method: Method;
  path: string;
  /** Always needs the CSRF token, even with a bearer token. */
  csrf?: true;
  /** Honors the Idempotency-Key header. */
  idempotent?: true;
  summary: string;
  /** The body is multipart/form-data with up to `maxFiles` files; its schema describes the text fields. */
  multipart?: { maxFiles: number };
  /**
   * The body is JSON, or multipart/form-data with files: up to `maxFiles`, together up to `maxBytes`. Of its text fields, those
   * in `json` are JSON.
   */
  files?: { maxFiles: number; maxBytes: number; json: readonly string[] };
  /** The handler returns a Response itself: event streams, downloads, static files. */
  raw?: true;
  /** Type only: pages use a call's types without loading its schemas. */
  shapes?: Shapes;
}

/** The query, body and response of a call, as parsed by the server. */
interface Shapes {
  query?: z.ZodObject;
  body?: z.ZodType;
  response?: z.ZodType;
}

export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D & { name: string; resource: string };

type DefinedCalls<C, S> = { [K in keyof C]: C[K] & { name: string; resource: string; shapes?: S[K & keyof S] } };

/**
 * Declares the calls of a resource, as the browser needs them. Policies and schemas are added for the server; the typed
 * client, request validation, tests and the API reference are derived from all three.
 */
export const defineCalls =
  <S extends Record<string, Shapes>>() =>
  <const C extends Record<keyof S, EndpointDefinition>>(resource: string, calls: C): DefinedCalls<C, S> => {
    const entries = Object.entries<EndpointDefinition>(calls).map(([key, call]) => [
      key,
      { ...call, resource, name: `${resource}.${key}` },
    ]);
    return Object.fromEntries(entries) as DefinedCalls<C, S>;
  };

/** Returns its argument; keeps the type of each schema. */
export const defineShapes = <S extends Record<string, Shapes>>(shapes: S): S => shapes;

/** Adds the schemas to calls with policies, for the server. */
export function withShapes<C extends Record<string, Endpoint & Policy>, S extends Record<keyof C, Shapes>>(
  calls: C,
  shapes: S,
) {
  const entries = Object.entries(calls).map(([key, call]) => [key, { ...call, ...shapes[key] }]);
  return Object.fromEntries(entries) as { [K in keyof C]: C[K] & S[K] };
}

/** A call with its policy and schemas, as used by the server. */
export type ShapedEndpoint = Endpoint & Policy & Shapes;

type ParamNames<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? ParamName<Name> | ParamNames<`/${Tail}`>
    : ParamName<Rest>
  : never;
type ParamName<N extends string> = N extends `${infer Base}.${string}` ? Base : N;

/** `{ resourceSlug, agentId }` for `/:resourceSlug/agent/:agentId.json`. */
export type Params<E extends EndpointDefinition> = { [K in ParamNames<E["path"]>]: string };
type Shape<E extends EndpointDefinition, K extends keyof Shapes> =
  NonNullable<E["shapes"]> extends { [P in K]: infer T extends z.ZodType } ? T : undefined;
type In<T> = T extends z.ZodType ? z.input<T> : undefined;
type Out<T> = T extends z.ZodType ? z.output<T> : undefined;

export type QueryIn<E extends EndpointDefinition> = In<Shape<E, "query">>;
export type QueryOut<E extends EndpointDefinition> = Out<Shape<E, "query">>;
export type BodyIn<E extends EndpointDefinition> = In<Shape<E, "body">>;
export type BodyOut<E extends EndpointDefinition> = Out<Shape<E, "body">>;
/** The response body as the client gets it. */
export type ResponseBody<E extends EndpointDefinition> =
  Shape<E, "response"> extends infer R extends z.ZodType ? z.output<R> : Response;
/** What the handler returns; dates may be Date objects. */
export type Result<E extends EndpointDefinition> =
  Shape<E, "response"> extends infer R extends z.ZodType ? z.input<R> : Response;

const paramPattern = /:([A-Za-z]+)/g;

/** Fills in the path's parameters, percent-encoded. Throws when one is missing. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(paramPattern, (_, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`Missing path parameter ${name} for ${path}`);
    return encodeURIComponent(value);
  });
}

/** Returns a function that matches a pathname: it returns the decoded parameters, or null. */
export function compilePath(path: string): (pathname: string) => Record<string, string> | null {
  const names: string[] = [];
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const source = escaped.replace(paramPattern, (_, name: string) => {
    names.push(name);
    return "([^/]+?)";
  });
  const pattern = new RegExp(`^${source}$`);
  const end = path.split(paramPattern).at(-1) ?? "";
  return (pathname) => {
    // Most of the hundreds of patterns fail here.
    const match = pathname.endsWith(end) ? pattern.exec(pathname) : null;
    if (!match) return null;
    return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(match[i + 1] ?? "")]));
  };
}
