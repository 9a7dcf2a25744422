import type { BodyOut, EndpointDefinition, Params, QueryOut, Result } from "@/lib/contract/endpoint";
import type { Visit } from "../auth/visitor";
import type { BaseContext, UploadOf } from "./implement";

export interface VisitContext extends BaseContext {
  visit: Visit;
}

/** A call of a visitor: nothing of it says anything about a member. */
export interface VisitCall<E extends EndpointDefinition> {
  ctx: VisitContext;
  params: Params<E>;
  query: QueryOut<E>;
  body: BodyOut<E>;
  upload: UploadOf<E>;
  afterCommit: (work: () => void) => void;
}

export type VisitHandler<E extends EndpointDefinition> = (call: VisitCall<E>) => Promise<Result<E>> | Result<E>;

type SharedNames<C> = { [K in keyof C]: C[K] extends { shared: true } ? K : never }[keyof C];

/** Of this bundle, like `routes`. */
export const visitHandlers = new Map<string, (call: never) => unknown>();

/** Registers what visitors of a shared link get of a contract: a call without its own handler here is none of theirs. */
export function implementShared<C extends Record<string, EndpointDefinition & { name: string }>>(
  contract: C,
  handlers: { [K in SharedNames<C>]: VisitHandler<C[K]> },
): void {
  for (const [key, handle] of Object.entries(handlers)) {
    const endpoint = contract[key];
    if (endpoint) visitHandlers.set(endpoint.name, handle as (call: never) => unknown);
  }
}
