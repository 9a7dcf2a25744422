import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const budgets = defineCalls<typeof shapes>()("budgets", {
  getOrg: {
    method: "GET",
    path: "/:resourceSlug/budget/org.json",
    summary: "Get the organization's budget and its spending this month",
  },
  getTeam: {
    method: "GET",
    path: "/:resourceSlug/budget/team.json",
    summary: "Get the team's budget and its spending this month",
  },
  getApp: {
    method: "GET",
    path: "/:resourceSlug/budget/app/:appId.json",
    summary: "Get an app's budget and its spending this month",
  },
  getKey: {
    method: "GET",
    path: "/apikey/:keyId/budget.json",
    summary: "Get an API key's budget and its spending this month",
  },
  editOrg: {
    method: "POST",
    path: "/:resourceSlug/forms/budget/org/edit",
    summary: "Set, change or remove the organization's budget",
  },
  editTeam: {
    method: "POST",
    path: "/:resourceSlug/forms/budget/team/edit",
    summary: "Set, change or remove the team's budget",
  },
  editApp: {
    method: "POST",
    path: "/:resourceSlug/forms/budget/app/:appId/edit",
    summary: "Set, change or remove an app's budget",
  },
  editKey: {
    method: "POST",
    path: "/forms/account/apikey/:keyId/budget",
    summary: "Set, change or remove an API key's budget",
  },
  asked: {
    method: "GET",
    path: "/:resourceSlug/session/:sessionId/budgets.json",
    summary: "List the budgets that a paused run is waiting for",
  },
});
