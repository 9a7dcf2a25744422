import { expect, test } from "vitest";
import { defineCalls, defineShapes, withShapes } from "@/lib/contract/base/endpoint";
import { withPolicies } from "@/lib/contract/base/policy";
import { anyMember, teamRead, teamWrite } from "@/lib/contract/base/policy-presets";

const shapes = defineShapes({ list: {}, add: {} });
const calls = defineCalls<typeof shapes>()("things", {
  list: { method: "GET", path: "/:resourceSlug/things.json", summary: "List things" },
  add: { method: "POST", path: "/:resourceSlug/forms/thing/add", summary: "Add a thing" },
});
const list = teamRead(anyMember);
const add = teamWrite(anyMember, { adds: "agent" });

// The compiler is what tests here: each of these expectations fails `npm run types` once the line below compiles.
test("a call whose policy lacks a decision does not compile", () => {
  const { apiKeys: _, ...forgetsKeys } = list;
  const { audit: __, ...forgetsAudit } = add;
  // @ts-expect-error: no policy for `add`
  withPolicies(calls, { list });
  // @ts-expect-error: nothing says whether API keys may make it
  withPolicies(calls, { list: forgetsKeys, add });
  // @ts-expect-error: nothing says what it leaves in the audit log
  withPolicies(calls, { list, add: forgetsAudit });
  // @ts-expect-error: a read's policy for a write
  withPolicies(calls, { list, add: list });
  // @ts-expect-error: a field that there is not
  withPolicies(calls, { list: { ...list, whenFul: true }, add });
  // @ts-expect-error: a limit that there is not
  withPolicies(calls, { list, add: { ...add, rateLimits: { strangers: [], caller: "often" } } });
  // @ts-expect-error: calls without policies
  withShapes(calls, shapes);
});

test("a call has its policy beside its path", () => {
  expect(withPolicies(calls, { list, add }).add).toMatchObject({
    name: "things.add",
    method: "POST",
    access: "team",
    audit: { adds: "agent" },
  });
});
