import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { trash as calls } from "./calls";

/** The permission depends on the item's type: the handlers check it. */
export const trash = withPolicies(calls, {
  list: teamRead(anyMember),
  restore: teamWrite(anyMember, { adds: "restoredItem" }),
  remove: teamWrite(anyMember, { removes: "trashItem" }),
  empty: teamWrite(anyMember, { edits: "trash" }),
});
