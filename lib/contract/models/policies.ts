import { Permission } from "@/lib/permissions/bits";
import { writesNothing } from "../base/audit-targets";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { models as calls } from "./calls";

const serverRead = { none: "It is about the server, not about an organization." } as const;

export const models = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  defaults: teamRead(anyMember),
  add: { ...teamWrite(Permission.CREATE_MODEL, [{ adds: "model" }, { adds: "modelProvider" }]), waits: true },
  test: { ...teamWrite(Permission.CREATE_MODEL, writesNothing), waits: true },
  edit: { ...teamWrite(Permission.EDIT_MODEL, [{ edits: "model" }, { adds: "modelProvider" }]), waits: true },
  weights: teamRead(anyMember),
  downloadWeights: { ...teamWrite(Permission.EDIT_MODEL, serverRead), waits: true },
  cancelDownload: teamWrite(Permission.EDIT_MODEL, serverRead),
  duplicate: teamWrite(Permission.CREATE_MODEL, { adds: "model" }),
  setDefault: teamWrite(Permission.CREATE_MODEL, { edits: "team" }),
  remove: teamWrite(Permission.DELETE_MODEL, { removes: "model" }),
});
