import { Permission } from "@/lib/permissions/bits";
import { withPolicies } from "../base/policy";
import {
  anyMember,
  mailLimits,
  managerRead,
  managerWrite,
  orgWrite,
  teamRead,
  teamWrite,
} from "../base/policy-presets";
import { teams as calls } from "./calls";

export const teams = withPolicies(calls, {
  get: managerRead(anyMember),
  member: managerRead(Permission.EDIT_TEAM_MEMBER),
  granters: managerRead(anyMember),
  editMember: managerWrite(Permission.EDIT_TEAM_MEMBER, { edits: "teamMember" }),
  invite: { ...managerWrite(Permission.ADD_TEAM_MEMBER, { adds: "teamInvite" }), rateLimits: mailLimits },
  removeMember: managerWrite(Permission.REMOVE_TEAM_MEMBER, { removes: "teamMemberOrInvite" }),
  edit: managerWrite(Permission.EDIT_TEAM, { edits: "team" }),
  leave: { ...teamWrite(anyMember, { removes: "leavingTeamMember" }), apiKeys: false, withoutSeat: true },
  transfer: teamWrite(Permission.TEAM_OWNER, [{ edits: "team" }, { edits: "teamOwner" }, { edits: "namedTeamMember" }]),
  remove: managerWrite(Permission.DELETE_TEAM, { removes: "team" }),
  add: orgWrite(Permission.CREATE_TEAM, { adds: "team" }),
  retention: teamRead(anyMember),
  editRetention: teamWrite(Permission.EDIT_TEAM, { edits: "team" }),
});
