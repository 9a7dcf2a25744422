import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { apps as calls } from "./calls";

/** The cases and conditions of branches have many keys. */
const process = { maxKeys: 5_000 } as const;

export const apps = withPolicies(calls, {
  list: teamRead(anyMember),
  get: teamRead(anyMember),
  revisions: teamRead(anyMember),
  revision: teamRead(anyMember),
  rollout: teamRead(anyMember),
  add: { ...teamWrite(Permission.CREATE_APP, [{ adds: "app" }, { edits: "boundShareLink" }]), ...process },
  edit: { ...teamWrite(Permission.EDIT_APP, [{ edits: "app" }, { edits: "boundShareLink" }]), ...process, waits: true },
  apply: { ...teamWrite(Permission.EDIT_APP, { edits: "app" }), waits: true },
  removeDraft: teamWrite(Permission.EDIT_APP, { edits: "app" }),
  setRollout: { ...teamWrite(Permission.EDIT_APP, { edits: "app" }), waits: true },
  stopRollout: teamWrite(Permission.EDIT_APP, { edits: "app" }),
  /** The handler requires the permission to save what is previewed. */
  preview: { ...teamWrite(anyMember, { none: "A preview is recorded in its session's own log." }), ...process },
  duplicate: teamWrite(Permission.CREATE_APP, { adds: "app" }),
  remove: teamWrite(Permission.DELETE_APP, { removes: "app" }),
});
