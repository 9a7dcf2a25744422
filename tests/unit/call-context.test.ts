import { expectTypeOf, test } from "vitest";
import type { contracts } from "@/lib/contract";
import type { EndpointDefinition } from "@/lib/contract/base/endpoint";
import type { Policy } from "@/lib/contract/base/policy";
import type { ContextOf, create, DbOf } from "@/lib/server/access/calls/implement";
import type { Reader } from "@/lib/server/platform/db/client";

type Contracts = typeof contracts;
type Call = { [R in keyof Contracts]: Contracts[R][keyof Contracts[R]] }[keyof Contracts];

/** The paths of calls whose handler gets the whole database. */
type WithWholeDb<E> = E extends EndpointDefinition & Policy ? (unknown extends DbOf<E> ? never : E["path"]) : never;

type Write = Exclude<Call, { method: "GET" }>;
type Audited = Exclude<Write, { audit: { none: string } }>;
type Bound = Exclude<Call, { access: "public" | "publication" | "mcp" | "oauth" }>;
type Waiting = Extract<Bound, { waits: true | "elsewhere" } | { multipart: object }>;

// The compiler is what tests here: a call that is let through fails `npm run types`.
test("no audited call, and none that waits, can write past `ctx.write`", () => {
  expectTypeOf<WithWholeDb<Audited>>().toBeNever();
  expectTypeOf<WithWholeDb<Waiting>>().toBeNever();
  expectTypeOf<"/:resourceSlug/forms/agent/add">().toExtend<Audited["path"]>();
  expectTypeOf<"/:resourceSlug/forms/model/add">().toExtend<Waiting["path"]>();
  expectTypeOf<WithWholeDb<Contracts["sessions"]["list"]>>().not.toBeNever();
  expectTypeOf<ContextOf<Contracts["agents"]["add"]>["db"]>().toEqualTypeOf<Reader>();
  expectTypeOf<ContextOf<Contracts["tools"]["test"]>["db"]>().toEqualTypeOf<Reader>();
});

test("a call names what its policy says that it creates, and nothing else", () => {
  type Named<E extends EndpointDefinition & Policy> = Parameters<
    Parameters<Parameters<ContextOf<E>["write"]>[0]>[1]["record"]
  >[0];
  expectTypeOf<Named<Contracts["agents"]["add"]>>().toEqualTypeOf<"agent">();
  expectTypeOf<Named<Contracts["samples"]["add"]>>().toEqualTypeOf<
    "modelProvider" | "sampleModel" | "sampleEmbedding" | "sampleDatasource" | "sampleAgent" | "sampleApp"
  >();
  expectTypeOf<Named<Contracts["billing"]["planConfirm"]>>().toEqualTypeOf<"orgPlanOrder">();
  expectTypeOf<Named<Contracts["agents"]["edit"]>>().toBeNever();
  const wrong = (ctx: ContextOf<Contracts["agents"]["add"]>, add: typeof create) =>
    // @ts-expect-error: adding an agent adds no model.
    add(ctx, "model", async () => "model_1");
  expectTypeOf(wrong).toBeFunction();
});
