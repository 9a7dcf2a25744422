import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { airbyte as calls } from "./calls";

export const airbyte = withPolicies(calls, {
  connectors: { ...teamRead(anyMember), waits: true },
  specification: { ...teamRead(anyMember), waits: true },
  schema: teamRead(anyMember),
  sample: { ...teamWrite(Permission.CREATE_DATASOURCE, writesNothing), waits: true, maxKeys: 5_000 },
  jobs: teamRead(anyMember),
  connection: teamRead(anyMember),
});
