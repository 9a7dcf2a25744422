import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const accounts = defineCalls<typeof shapes>()("accounts", {
  get: {
    method: "GET",
    path: "/account.json",
    summary: "Get the signed-in account with its organizations and permissions in a team",
  },
  welcome: {
    method: "GET",
    path: "/welcome.json",
    summary: "List the account's organizations and teams",
  },
  register: {
    method: "POST",
    path: "/forms/account/register",
    summary: "Register an account",
  },
  login: {
    method: "POST",
    path: "/forms/account/login",
    summary: "Sign in",
  },
  requestChangePassword: {
    method: "POST",
    path: "/forms/account/requestchangepassword",
    summary: "Request a link to choose a new password",
  },
  changePassword: {
    method: "POST",
    path: "/forms/account/changepassword",
    summary: "Change the password with the current password or an emailed token",
  },
  verify: {
    method: "POST",
    path: "/forms/account/verify",
    summary: "Confirm an email address and choose a password, or accept an invitation",
  },
  invitation: {
    method: "POST",
    path: "/forms/account/invitation",
    summary: "Get an invitation by its token",
  },
  switch: {
    method: "POST",
    path: "/forms/account/switch",
    csrf: true,
    summary: "Switch the current team",
  },
  onboard: {
    method: "POST",
    path: "/forms/account/onboard",
    summary: "Mark onboarding as done",
  },
  logout: {
    method: "POST",
    path: "/forms/account/logout",
    csrf: true,
    summary: "Sign out",
  },
});
