import type { shapes } from "../accounts";
import { defineCalls } from "../endpoint";

export const accounts = defineCalls<typeof shapes>()("accounts", {
  get: {
    method: "GET",
    path: "/account.json",
    access: "account",
    shared: true,
    summary: "The signed-in account, its organizations and its permissions in a team",
  },
  welcome: {
    method: "GET",
    path: "/welcome.json",
    access: "account",
    summary: "Organizations and teams to choose from",
  },
  register: {
    method: "POST",
    path: "/forms/account/register",
    access: "public",
    sessionOnly: true,
    summary: "Register an account",
  },
  login: {
    method: "POST",
    path: "/forms/account/login",
    access: "public",
    sessionOnly: true,
    whenFull: true,
    summary: "Sign in",
  },
  requestChangePassword: {
    method: "POST",
    path: "/forms/account/requestchangepassword",
    access: "public",
    sessionOnly: true,
    summary: "Ask for a link to choose a new password",
  },
  changePassword: {
    method: "POST",
    path: "/forms/account/changepassword",
    access: "public",
    sessionOnly: true,
    summary:
      "Choose a new password, by a mailed token, which revokes the API keys unless `keepKeys` and unlinks Google and GitHub unless `keepLinks`, or by the current password",
  },
  verify: {
    method: "POST",
    path: "/forms/account/verify",
    access: "public",
    sessionOnly: true,
    summary: "Confirm an e-mail address, choosing the password, or accept an invite",
  },
  invitation: {
    method: "POST",
    path: "/forms/account/invitation",
    access: "public",
    sessionOnly: true,
    summary: "What an invite is for, by its token",
  },
  switch: {
    method: "POST",
    path: "/forms/account/switch",
    access: "account",
    sessionOnly: true,
    csrf: true,
    summary: "Make a team the current one",
  },
  onboard: {
    method: "POST",
    path: "/forms/account/onboard",
    access: "account",
    sessionOnly: true,
    summary: "Mark the introduction as done",
  },
  logout: {
    method: "POST",
    path: "/forms/account/logout",
    access: "account",
    sessionOnly: true,
    csrf: true,
    whenFull: true,
    summary: "Sign out",
  },
});
