import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../orgs";

export const orgs = defineCalls<typeof shapes>()("orgs", {
  get: {
    method: "GET",
    path: "/:resourceSlug/org.json",
    access: "team",
    orgWide: true,
    summary: "The team's organization, a page of its members, its open invites and teams",
  },
  member: {
    method: "GET",
    path: "/:resourceSlug/org/:memberId.json",
    access: "team",
    orgWide: true,
    permission: Permission.EDIT_ORG_MEMBER,
    summary: "One member of the organization",
  },
  editMember: {
    method: "POST",
    path: "/:resourceSlug/forms/org/:memberId/edit",
    access: "team",
    orgWide: true,
    permission: Permission.EDIT_ORG_MEMBER,
    summary: "Change what a member of the organization may do",
  },
  invite: {
    method: "POST",
    path: "/:resourceSlug/forms/org/invite",
    access: "team",
    orgWide: true,
    permission: Permission.ADD_ORG_MEMBER,
    summary: "Invite somebody to the organization, or send an open invite again",
  },
  removeMember: {
    method: "DELETE",
    path: "/:resourceSlug/forms/org/invite",
    access: "team",
    orgWide: true,
    permission: Permission.REMOVE_ORG_MEMBER,
    summary: "Remove a member of the organization or withdraw an invite",
  },
  add: {
    method: "POST",
    path: "/forms/org/add",
    access: "account",
    orgWide: true,
    permission: Permission.CREATE_ORG,
    summary: "Make an organization with a first team",
  },
  edit: {
    method: "POST",
    path: "/:resourceSlug/forms/org/edit",
    access: "team",
    orgWide: true,
    permission: Permission.EDIT_ORG,
    summary: "Rename the organization",
  },
  leave: {
    method: "POST",
    path: "/:resourceSlug/forms/org/leave",
    access: "team",
    sessionOnly: true,
    summary: "Leave the organization and all its teams",
  },
  transfer: {
    method: "POST",
    path: "/:resourceSlug/forms/org/transfer",
    access: "team",
    orgWide: true,
    permission: Permission.ORG_OWNER,
    summary: "Hand the organization over to one of its members",
  },
  remove: {
    method: "DELETE",
    path: "/:resourceSlug/forms/org",
    access: "team",
    orgWide: true,
    permission: Permission.DELETE_ORG,
    summary: "Delete the organization and all its teams",
  },
});
