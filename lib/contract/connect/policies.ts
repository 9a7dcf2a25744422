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
      none: "What was granted is noted with the datasource that is made of it.",
    }),
    apiKeys: false,
    waits: true,
  },
});
