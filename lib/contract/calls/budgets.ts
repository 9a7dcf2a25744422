import { Permission } from "@/lib/permissions/bits";
import type { shapes } from "../budgets";
import { defineCalls } from "../endpoint";

export const budgets = defineCalls<typeof shapes>()("budgets", {
  getOrg: {
    method: "GET",
    path: "/:resourceSlug/budget/org.json",
    access: "team",
    orgWide: true,
    summary: "The organization's budget and what is spent of it this month",
  },
  getTeam: {
    method: "GET",
    path: "/:resourceSlug/budget/team.json",
    access: "team",
    summary: "The team's budget and what is spent of it this month",
  },
  getApp: {
    method: "GET",
    path: "/:resourceSlug/budget/app/:appId.json",
    access: "team",
    summary: "An app's budget and what is spent of it this month",
  },
  getKey: {
    method: "GET",
    path: "/apikey/:keyId/budget.json",
    access: "account",
    sessionOnly: true,
    summary: "An API key's budget and what is spent of it this month",
  },
  editOrg: {
    method: "POST",
    path: "/:resourceSlug/forms/budget/org/edit",
    access: "team",
    orgWide: true,
    permission: Permission.ORG_ADMIN,
    summary: "Set, change or remove the organization's budget",
  },
  editTeam: {
    method: "POST",
    path: "/:resourceSlug/forms/budget/team/edit",
    access: "team",
    permission: Permission.EDIT_TEAM,
    summary: "Set, change or remove the team's budget",
  },
  editApp: {
    method: "POST",
    path: "/:resourceSlug/forms/budget/app/:appId/edit",
    access: "team",
    permission: Permission.EDIT_APP,
    summary: "Set, change or remove an app's budget",
  },
  editKey: {
    method: "POST",
    path: "/forms/account/apikey/:keyId/budget",
    access: "account",
    sessionOnly: true,
    summary: "Set, change or remove an API key's budget",
  },
  asked: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/budgets.json",
    access: "team",
    summary: "The budgets that a session's run waits for",
  },
});
