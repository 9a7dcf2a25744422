import type { z } from "zod";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * Who may call: `public` anyone · `account` a signed-in person or key · `team` a member of the team that the path (or
 * `?resourceSlug=`, else the current team) names · `root` whoever runs the server, signed in.
 */
export type Access = "public" | "account" | "team" | "root";

/** `json` is the default; `multipart` bodies are streamed to disk; `raw` answers are the handler's own Response. */
export interface EndpointDefinition {
  method: Method;
  path: string;
  access: Access;
  /** The bit that the caller needs in the team. */
  permission?: number;
  /** Exists under `/s` for visitors of a shared link too. */
  shared?: true;
  /** Not with an API key: what needs a person who signed in, or nobody at all. */
  sessionOnly?: true;
  /** Reads or changes what is beyond one team: not with an API key that is limited to some. */
  orgWide?: true;
  /** Always needs the csrf token, with a bearer too. */
  csrf?: true;
  /** Honours the Idempotency-Key header. */
  idempotent?: true;
  /** A write that goes on while the disk is nearly full, as it helps to make room. Every DELETE does. */
  whenFull?: true;
  summary: string;
  /** The body is multipart/form-data; its shape describes the text fields. `maxFiles` files at most. */
  multipart?: { maxFiles: number };
  /** Bytes of a JSON body at most, where 256 KB do not fit. */
  maxBytes?: number;
  /** Keys of a JSON body at most, where 1,000 do not do. */
  maxKeys?: number;
  /** The handler reads the body itself, as it was sent: what is signed is its bytes. */
  ownBody?: true;
  /**
   * Its handler waits for another server, or runs somebody's code: the caller's rights are checked again in each of its
   * transactions and before the answer, as with every multipart body. `elsewhere`: it changes something at that server, so
   * that the handler checks them right before; its transactions only note what was done.
   */
  waits?: true | "elsewhere";
  /** The handler answers a Response itself: event streams, downloads, static files. */
  raw?: true;
  /** Only a type, of what goes in and comes out: a page knows its calls without the schemas' code. */
  shapes?: Shapes;
}

/** What a call takes and answers, as the server parses it. */
export interface Shapes {
  query?: z.ZodObject;
  body?: z.ZodType;
  response?: z.ZodType;
}

/** Whether the caller's rights can be gone before the handler has written. */
export const outlastsRights = ({ waits, multipart }: EndpointDefinition): boolean =>
  waits !== undefined || multipart !== undefined;

export type Endpoint<D extends EndpointDefinition = EndpointDefinition> = D & { name: string; resource: string };

type Called<C, S> = { [K in keyof C]: C[K] & { name: string; resource: string; shapes?: S[K & keyof S] } };

/**
 * Declares every call of one resource, the part that the browser needs. The contract drives the typed client, the
 * server's validation, the permission check, the table-driven tests and the API reference.
 */
export const defineCalls =
  <S extends Record<string, Shapes>>() =>
  <const C extends Record<keyof S, EndpointDefinition>>(resource: string, calls: C): Called<C, S> => {
    const entries = Object.entries<EndpointDefinition>(calls).map(([key, call]) => [
      key,
      { ...call, resource, name: `${resource}.${key}` },
    ]);
    return Object.fromEntries(entries) as Called<C, S>;
  };

/** Keeps the type of each schema. */
export const defineShapes = <S extends Record<string, Shapes>>(shapes: S): S => shapes;

/** The calls with their schemas, for the server. */
export function withShapes<C extends Record<string, Endpoint>, S extends Record<keyof C, Shapes>>(calls: C, shapes: S) {
  const entries = Object.entries(calls).map(([key, call]) => [key, { ...call, ...shapes[key] }]);
  return Object.fromEntries(entries) as { [K in keyof C]: C[K] & S[K] };
}

/** A call as the server has it. */
export type ShapedEndpoint = Endpoint & Shapes;

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
/** What the client gets. */
export type Answer<E extends EndpointDefinition> =
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

/** A matcher over a decoded-per-segment pathname: the parameters, or null. */
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
