import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const orgs = defineCalls<typeof shapes>()("orgs", {
  get: {
    method: "GET",
    path: "/:resourceSlug/org.json",
    summary: "Get the team's organization with a page of its members, its pending invitations and teams",
  },
  member: {
    method: "GET",
    path: "/:resourceSlug/org/:memberId.json",
    summary: "Get an organization member",
  },
  editMember: {
    method: "POST",
    path: "/:resourceSlug/forms/org/:memberId/edit",
    summary: "Change an organization member's permissions",
  },
  invite: {
    method: "POST",
    path: "/:resourceSlug/forms/org/invite",
    summary: "Invite someone to the organization, or resend a pending invitation",
  },
  removeMember: {
    method: "DELETE",
    path: "/:resourceSlug/forms/org/invite",
    summary: "Remove an organization member or revoke an invitation",
  },
  add: {
    method: "POST",
    path: "/forms/org/add",
    summary: "Create an organization with a first team",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/org/edit",
    summary: "Rename the organization",
  },
  leave: {
    method: "POST",
    path: "/:resourceSlug/forms/org/leave",
    summary: "Leave the organization and all its teams",
  },
  transfer: {
    method: "POST",
    path: "/:resourceSlug/forms/org/transfer",
    summary: "Transfer the organization to a member",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/org",
    summary: "Delete the organization and all its teams",
  },
});
