import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { orgRead } from "../base/policy-presets";
import { audit as calls } from "./calls";

export const audit = withPolicies(calls, {
  list: orgRead(Permission.ORG_OWNER),
  csv: orgRead(Permission.ORG_OWNER),
  export: orgRead(Permission.ORG_OWNER),
});
