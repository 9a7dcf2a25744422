import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { orgRead, orgWrite } from "../base/policy-presets";
import { telemetry as calls } from "./calls";

export const telemetry = withPolicies(calls, {
  get: orgRead(Permission.EDIT_ORG),
  edit: orgWrite(Permission.EDIT_ORG, { edits: "orgTelemetry" }),
  test: { ...orgWrite(Permission.EDIT_ORG, writesNothing), waits: true },
});
