import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const orgs = defineCalls<typeof shapes>()("orgs", {
  get: {
    method: "GET",
    path: "/:resourceSlug/org.json",
    summary: "The team's organization, a page of its members, its open invites and teams",
  },
  member: {
    method: "GET",
    path: "/:resourceSlug/org/:memberId.json",
    summary: "One member of the organization",
  },
  editMember: {
    method: "POST",
    path: "/:resourceSlug/forms/org/:memberId/edit",
    summary: "Change what a member of the organization may do",
  },
  invite: {
    method: "POST",
    path: "/:resourceSlug/forms/org/invite",
    summary: "Invite someone to the organization, or resend an open invite",
  },
  removeMember: {
    method: "DELETE",
    path: "/:resourceSlug/forms/org/invite",
    summary: "Remove a member of the organization or withdraw an invite",
  },
  add: {
    method: "POST",
    path: "/forms/org/add",
    summary: "Make an organization with a first team",
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
    summary: "Hand the organization over to one of its members",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/org",
    summary: "Delete the organization and all its teams",
  },
});
