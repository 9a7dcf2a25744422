import type { BodyOut, EndpointDefinition, Params, QueryOut, Result } from "@/lib/contract/base/endpoint";
import type { Policy, VisitorPolicy } from "@/lib/contract/base/policy";
import type { Visit } from "../auth/visitor";
import type { BaseContext, DbOf, StartOnce, UploadOf } from "./implement";

export interface VisitContext extends BaseContext {
  visit: Visit;
  startOnce: StartOnce;
}

/** A visitor's call, without any member's data. */
interface VisitCall<E extends EndpointDefinition & Policy> {
  ctx: VisitContext & DbOf<E>;
  params: Params<E>;
  query: QueryOut<E>;
  body: BodyOut<E>;
  upload: UploadOf<E>;
}

type VisitHandler<E extends EndpointDefinition & Policy> = (call: VisitCall<E>) => Promise<Result<E>> | Result<E>;

type VisitorCalls<C> = { [K in keyof C]: C[K] extends { visitors: VisitorPolicy } ? K : never }[keyof C];

/** Per bundle, like `routes`. */
export const visitHandlers = new Map<string, (call: never) => unknown>();

/** Registers the visitor handlers of a contract: calls without one are not available to visitors. */
export function implementShared<C extends Record<string, EndpointDefinition & Policy & { name: string }>>(
  contract: C,
  handlers: { [K in VisitorCalls<C>]: VisitHandler<C[K]> },
): void {
  for (const [key, handle] of Object.entries(handlers)) {
    const endpoint = contract[key];
    if (endpoint) visitHandlers.set(endpoint.name, handle as (call: never) => unknown);
  }
}
