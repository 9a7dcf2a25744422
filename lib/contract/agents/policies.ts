import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { agents as calls } from "./calls";

export const agents = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  revisions: teamRead(anyMember),
  revision: teamRead(anyMember),
  rollout: teamRead(anyMember),
  add: teamWrite(Permission.CREATE_AGENT, { adds: "agent" }),
  edit: { ...teamWrite(Permission.EDIT_AGENT, { edits: "agent" }), waits: true },
  apply: { ...teamWrite(Permission.EDIT_AGENT, { edits: "agent" }), waits: true },
  removeDraft: teamWrite(Permission.EDIT_AGENT, { edits: "agent" }),
  setRollout: { ...teamWrite(Permission.EDIT_AGENT, { edits: "agent" }), waits: true },
  stopRollout: teamWrite(Permission.EDIT_AGENT, { edits: "agent" }),
  /** The handler requires the permission to save what is previewed. */
  preview: teamWrite(anyMember, { none: "A preview is recorded in its session's own log." }),
  duplicate: teamWrite(Permission.CREATE_AGENT, { adds: "agent" }),
  remove: teamWrite(Permission.DELETE_AGENT, { removes: "agent" }),
});
