import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const security = defineCalls<typeof shapes>()("security", {
  get: {
    method: "GET",
    path: "/account/security.json",
    summary: "Get account security: active sign-ins, two-factor authentication, linked accounts, activity",
  },
  edit: {
    method: "POST",
    path: "/forms/account/edit",
    summary: "Change your name or notification settings",
  },
  changeEmail: {
    method: "POST",
    path: "/forms/account/changeemail",
    summary: "Request an email address change, to be confirmed from both addresses",
  },
  cancelEmail: {
    method: "POST",
    path: "/forms/account/cancelemail",
    summary: "Cancel an email address change, with an emailed token or signed in",
  },
  setPassword: {
    method: "POST",
    path: "/forms/account/setpassword",
    summary: "Set a password for an account without one",
  },
  beginTwoFactor: {
    method: "POST",
    path: "/forms/account/twofactor/begin",
    summary: "Start setting up two-factor authentication",
  },
  turnOnTwoFactor: {
    method: "POST",
    path: "/forms/account/twofactor/on",
    summary: "Turn on two-factor authentication with a code from the app; the recovery codes are returned once",
  },
  turnOffTwoFactor: {
    method: "POST",
    path: "/forms/account/twofactor/off",
    summary: "Turn off two-factor authentication, confirmed by a code",
  },
  renewCodes: {
    method: "POST",
    path: "/forms/account/twofactor/codes",
    summary: "Replace the recovery codes, confirmed by a code",
  },
  endSession: {
    method: "DELETE",
    path: "/forms/account/session/:tokenId",
    summary: "Sign out one of the account's devices",
  },
  endOthers: {
    method: "POST",
    path: "/forms/account/endothers",
    summary: "Sign out all other devices, and optionally revoke API keys",
  },
  export: {
    method: "GET",
    path: "/forms/account/export",
    raw: true,
    summary: "Export the account's data as an archive of JSON files",
  },
  remove: {
    method: "DELETE",
    path: "/forms/account",
    summary: "Delete the account",
  },
});
