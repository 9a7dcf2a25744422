import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const teams = defineCalls<typeof shapes>()("teams", {
  get: {
    method: "GET",
    path: "/:resourceSlug/team.json",
    summary: "Get the team with a page of its members and its pending invitations",
  },
  member: {
    method: "GET",
    path: "/:resourceSlug/team/:memberId.json",
    summary: "Get a team member",
  },
  granters: {
    method: "GET",
    path: "/:resourceSlug/team/granters.json",
    summary: "List members who can grant the caller's missing permissions",
  },
  editMember: {
    method: "POST",
    path: "/:resourceSlug/forms/team/:memberId/edit",
    summary: "Change a team member's permissions",
  },
  invite: {
    method: "POST",
    path: "/:resourceSlug/forms/team/invite",
    summary: "Invite someone to the team, or resend a pending invitation",
  },
  removeMember: {
    method: "DELETE",
    path: "/:resourceSlug/forms/team/invite",
    summary: "Remove a team member or revoke an invitation",
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
    summary: "Transfer the team to a member",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/team",
    summary: "Delete the team and everything in it",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/team/add",
    summary: "Create a team in the organization",
  },
  retention: {
    method: "GET",
    path: "/:resourceSlug/retention.json",
    summary: "Get the team's session data retention",
  },
  editRetention: {
    method: "POST",
    path: "/:resourceSlug/forms/retention/edit",
    summary: "Set the team's session data retention",
  },
});
