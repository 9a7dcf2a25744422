import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, orgRead, orgWrite } from "../base/policy-presets";
import { identity as calls } from "./calls";

const change = orgWrite(Permission.ORG_ADMIN, { edits: "identityProvider" });

/** None of the writes with an API key: they determine who can sign in. */
export const identity = withPolicies(calls, {
  get: orgRead(anyMember),
  edit: { ...change, apiKeys: false, waits: true },
  remove: { ...change, apiKeys: false },
  test: { ...orgWrite(Permission.ORG_ADMIN, writesNothing), apiKeys: false, waits: true },
  addDomain: { ...change, apiKeys: false },
  verifyDomain: { ...change, apiKeys: false, waits: true },
  removeDomain: { ...change, apiKeys: false },
  addToken: { ...change, apiKeys: false },
  removeToken: { ...change, apiKeys: false },
});
