import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const security = defineCalls<typeof shapes>()("security", {
  get: {
    method: "GET",
    path: "/account/security.json",
    summary: "Get the account's security: sign-ins, two-factor authentication, linked accounts and activity",
  },
  edit: {
    method: "POST",
    path: "/forms/account/edit",
    summary: "Change the account's name or its notification settings",
  },
  changeEmail: {
    method: "POST",
    path: "/forms/account/changeemail",
    summary: "Request a new email address, which both addresses must confirm",
  },
  stopEmail: {
    method: "POST",
    path: "/forms/account/stopemail",
    summary: "Cancel an email address change, with an emailed token or signed in",
  },
  setPassword: {
    method: "POST",
    path: "/forms/account/setpassword",
    summary: "Set the first password of an account that has none",
  },
  beginTwoFactor: {
    method: "POST",
    path: "/forms/account/twofactor/begin",
    summary: "Start setting up two-factor authentication",
  },
  turnOnTwoFactor: {
    method: "POST",
    path: "/forms/account/twofactor/on",
    summary: "Turn on two-factor authentication with a first code. Its recovery codes are returned only once",
  },
  turnOffTwoFactor: {
    method: "POST",
    path: "/forms/account/twofactor/off",
    summary: "Turn off two-factor authentication, with a code",
  },
  renewCodes: {
    method: "POST",
    path: "/forms/account/twofactor/codes",
    summary: "Generate new recovery codes, with a code. The old ones stop working",
  },
  endSession: {
    method: "DELETE",
    path: "/forms/account/session/:tokenId",
    summary: "Sign out one of the account's sign-ins",
  },
  endOthers: {
    method: "POST",
    path: "/forms/account/endothers",
    summary: "Sign out everywhere else, and optionally revoke all API keys",
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
