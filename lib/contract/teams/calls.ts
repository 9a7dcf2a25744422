import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const teams = defineCalls<typeof shapes>()("teams", {
  get: {
    method: "GET",
    path: "/:resourceSlug/team.json",
    summary: "The team, a page of its members and its open invites",
  },
  member: {
    method: "GET",
    path: "/:resourceSlug/team/:memberId.json",
    summary: "One member of the team",
  },
  granters: {
    method: "GET",
    path: "/:resourceSlug/team/granters.json",
    summary: "Who can grant the permissions that the caller lacks",
  },
  editMember: {
    method: "POST",
    path: "/:resourceSlug/forms/team/:memberId/edit",
    summary: "Change what a member of the team may do",
  },
  invite: {
    method: "POST",
    path: "/:resourceSlug/forms/team/invite",
    summary: "Invite someone to the team, or resend an open invite",
  },
  removeMember: {
    method: "DELETE",
    path: "/:resourceSlug/forms/team/invite",
    summary: "Remove a member of the team or withdraw an invite",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/team/edit",
    summary: "Rename the team",
  },
  leave: {
    method: "POST",
    path: "/:resourceSlug/forms/team/leave",
    summary: "Leave the team",
  },
  transfer: {
    method: "POST",
    path: "/:resourceSlug/forms/team/transfer",
    summary: "Hand the team over to one of its members",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/team",
    summary: "Delete the team and everything in it",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/team/add",
    summary: "Add a team to the organization",
  },
  retention: {
    method: "GET",
    path: "/:resourceSlug/retention.json",
    summary: "For how long the team keeps what is said in its sessions",
  },
  editRetention: {
    method: "POST",
    path: "/:resourceSlug/forms/retention/edit",
    summary: "Choose for how long the team keeps what is said in its sessions",
  },
});
