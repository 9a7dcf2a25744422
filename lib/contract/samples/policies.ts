import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, teamWrite } from "../base/policy-presets";
import { samples as calls } from "./calls";

export const samples = withPolicies(calls, {
  add: teamWrite(Permission.CREATE_APP, [
    { adds: "modelProvider" },
    { adds: "sampleModel" },
    { adds: "sampleEmbedding" },
    { adds: "sampleDatasource" },
    { adds: "sampleAgent" },
    { adds: "sampleApp" },
    { edits: "team" },
  ]),
  /** The handler requires permissions to create an agent and an app if there is none. */
  ask: teamWrite(anyMember, [{ adds: "sampleAgent" }, { adds: "sampleApp" }]),
});
