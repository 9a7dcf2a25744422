import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, orgRead, orgWrite } from "../base/policy-presets";
import { identity as calls } from "./calls";

const startsSignIn = { none: "It starts a sign-in, which is recorded when it succeeds." } as const;
const change = orgWrite(Permission.ORG_ADMIN, { edits: "identityProvider" });

/** None of the writes with an API key: they determine who can sign in. */
export const identity = withPolicies(calls, {
  get: orgRead(anyMember),
  edit: { ...change, apiKeys: false, waits: true },
  remove: { ...change, apiKeys: false },
  test: { ...orgWrite(Permission.ORG_ADMIN, startsSignIn), apiKeys: false, waits: true },
  addDomain: { ...change, apiKeys: false },
  verifyDomain: { ...change, apiKeys: false, waits: true },
  removeDomain: { ...change, apiKeys: false },
  addToken: { ...change, apiKeys: false },
  removeToken: { ...change, apiKeys: false },
});
