import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { publicRead, teamWrite } from "../base/policy-presets";
import { assets as calls } from "./calls";

export const assets = withPolicies(calls, {
  add: teamWrite(Permission.UPLOAD_ASSET, { adds: "asset" }),
  remove: teamWrite(Permission.DELETE_ASSET, { removes: "asset" }),
  file: { ...publicRead, apiKeys: true },
});
