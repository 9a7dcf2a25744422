import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../teams";

export const teams = defineCalls<typeof shapes>()("teams", {
  get: {
    method: "GET",
    path: "/:resourceSlug/team.json",
    access: "team",
    summary: "The team, a page of its members and its open invites",
  },
  member: {
    method: "GET",
    path: "/:resourceSlug/team/:memberId.json",
    access: "team",
    permission: Permission.EDIT_TEAM_MEMBER,
    summary: "One member of the team",
  },
  granters: {
    method: "GET",
    path: "/:resourceSlug/team/granters.json",
    access: "team",
    summary: "Who can grant the permissions that the caller lacks",
  },
  editMember: {
    method: "POST",
    path: "/:resourceSlug/forms/team/:memberId/edit",
    access: "team",
    permission: Permission.EDIT_TEAM_MEMBER,
    summary: "Change what a member of the team may do",
  },
  invite: {
    method: "POST",
    path: "/:resourceSlug/forms/team/invite",
    access: "team",
    permission: Permission.ADD_TEAM_MEMBER,
    summary: "Invite somebody to the team, or send an open invite again",
  },
  removeMember: {
    method: "DELETE",
    path: "/:resourceSlug/forms/team/invite",
    access: "team",
    permission: Permission.REMOVE_TEAM_MEMBER,
    summary: "Remove a member of the team or withdraw an invite",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/team/edit",
    access: "team",
    permission: Permission.EDIT_TEAM,
    summary: "Rename the team",
  },
  leave: {
    method: "POST",
    path: "/:resourceSlug/forms/team/leave",
    access: "team",
    sessionOnly: true,
    summary: "Leave the team",
  },
  transfer: {
    method: "POST",
    path: "/:resourceSlug/forms/team/transfer",
    access: "team",
    permission: Permission.TEAM_OWNER,
    summary: "Hand the team over to one of its members",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/team",
    access: "team",
    permission: Permission.DELETE_TEAM,
    summary: "Delete the team and everything in it",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/team/add",
    access: "team",
    orgWide: true,
    permission: Permission.CREATE_TEAM,
    summary: "Add a team to the organization",
  },
  retention: {
    method: "GET",
    path: "/:resourceSlug/retention.json",
    access: "team",
    summary: "For how long the team keeps what is said in its sessions",
  },
  editRetention: {
    method: "POST",
    path: "/:resourceSlug/forms/retention/edit",
    access: "team",
    permission: Permission.EDIT_TEAM,
    summary: "Choose for how long the team keeps what is said in its sessions",
  },
});
