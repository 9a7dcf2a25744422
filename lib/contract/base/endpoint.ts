import type { z } from "zod";
import type { Policy } from "./policy";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** How a call is made: the part that the browser knows. Its `policies.ts` decides whether it is let in. */
export interface EndpointDefinition {
  method: Method;
  path: string;
  /** Always needs the CSRF token, even with a bearer token. */
  csrf?: true;
  /** Honors the Idempotency-Key header. */
  idempotent?: true;
  summary: string;
  /** The body is multipart/form-data; its shape describes the text fields. `maxFiles` files at most. */
  multipart?: { maxFiles: number };
  /** The handler returns a Response itself: event streams, downloads, static files. */
  raw?: true;
  /** A type only: pages know the types of a call without loading its schemas. */
  shapes?: Shapes;
}

/** What a call takes and returns, as the server parses it. */
interface Shapes {
  query?: z.ZodObject;
  body?: z.ZodType;
  response?: z.ZodType;
}

export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D & { name: string; resource: string };

type DefinedCalls<C, S> = { [K in keyof C]: C[K] & { name: string; resource: string; shapes?: S[K & keyof S] } };

/**
 * Declares the calls of a resource, as far as the browser needs them. With policies and shapes the contract drives the
 * typed client, the server's checks and validation, the table-driven tests and the API reference.
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

/** A call as the server has it. */
export type ShapedEndpoint = Endpoint & Policy & Shapes;

type ParamNames<P extends string> = P extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Clean<Name> | ParamNames<`/${Tail}`>
    : Clean<Rest>
  : never;
type Clean<N extends string> = N extends `${infer Base}.${string}` ? Base : N;

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

/** Fills the path's parameters, each percent-encoded. Throws on a missing one. */
export function fillPath(path: string, params: Record<string, string>): string {
  return path.replace(paramPattern, (_, name: string) => {
    const value = params[name];
    if (!value) throw new Error(`Missing path parameter ${name} for ${path}`);
    return encodeURIComponent(value);
  });
}

/** Returns a matcher that gives a pathname's parameters, each decoded, or null. */
export function compilePath(path: string): (pathname: string) => Record<string, string> | null {
  const names: string[] = [];
  const escaped = path.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const source = escaped.replace(paramPattern, (_, name: string) => {
    names.push(name);
    return "([^/]+?)";
  });
  const pattern = new RegExp(`^${source}$`);
  return (pathname) => {
    const found = pattern.exec(pathname);
    if (!found) return null;
    return Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? "")]));
  };
}
