import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { teamWrite } from "../base/policy-presets";
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
  prepare: teamWrite(Permission.CREATE_APP, [
    { adds: "modelProvider" },
    { adds: "sampleModel" },
    { adds: "sampleEmbedding" },
    { adds: "sampleDatasource" },
  ]),
});
