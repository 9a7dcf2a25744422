import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { tasks as calls } from "./calls";

export const tasks = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  find: teamRead(anyMember),
  add: teamWrite(Permission.CREATE_TASK, { adds: "task" }),
  edit: { ...teamWrite(Permission.EDIT_TASK, { edits: "task" }), waits: true },
  duplicate: teamWrite(Permission.CREATE_TASK, { adds: "task" }),
  remove: teamWrite(Permission.DELETE_TASK, { removes: "task" }),
});
