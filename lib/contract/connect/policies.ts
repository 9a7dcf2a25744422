import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { connect as calls } from "./calls";

export const connect = withPolicies(calls, {
  services: teamRead(anyMember),
  begin: { ...teamWrite(Permission.CREATE_DATASOURCE, writesNothing), apiKeys: false },
  finish: {
    ...teamWrite(Permission.CREATE_DATASOURCE, {
      none: "The grant is recorded with the data source that is created from it.",
    }),
    apiKeys: false,
    waits: true,
  },
});
