import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { cases as calls } from "./calls";

const testQuestion = { none: "A test case does not change search results." } as const;

export const cases = withPolicies(calls, {
  list: teamRead(anyMember),
  add: teamWrite(Permission.EDIT_DATASOURCE, testQuestion),
  remove: teamWrite(Permission.EDIT_DATASOURCE, testQuestion),
  run: { ...teamWrite(anyMember, writesNothing), whenFull: true, waits: true },
});
