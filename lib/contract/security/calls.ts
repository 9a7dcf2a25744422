import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const security = defineCalls<typeof shapes>()("security", {
  get: {
    method: "GET",
    path: "/account/security.json",
    summary: "How the account is kept safe: sessions, second step, sign-ins elsewhere, what has happened",
  },
  edit: {
    method: "POST",
    path: "/forms/account/edit",
    summary: "Change your name or notification settings",
  },
  changeEmail: {
    method: "POST",
    path: "/forms/account/changeemail",
    summary: "Request an email address change, which both addresses confirm",
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
    summary: "Begin to set up two-factor sign-in",
  },
  turnOnTwoFactor: {
    method: "POST",
    path: "/forms/account/twofactor/on",
    summary: "Turn on two-factor sign-in by a first code; its recovery codes are answered once",
  },
  turnOffTwoFactor: {
    method: "POST",
    path: "/forms/account/twofactor/off",
    summary: "Turn off two-factor sign-in, by one of its codes",
  },
  renewCodes: {
    method: "POST",
    path: "/forms/account/twofactor/codes",
    summary: "Make new recovery codes in the place of the old ones, by a code",
  },
  endSession: {
    method: "DELETE",
    path: "/forms/account/session/:tokenId",
    summary: "Sign out one of one's own sessions",
  },
  endOthers: {
    method: "POST",
    path: "/forms/account/endothers",
    summary: "Sign out all sessions but this one, and revoke the API keys on request",
  },
  export: {
    method: "GET",
    path: "/forms/account/export",
    raw: true,
    summary: "All that is the account's, as an archive of JSON files",
  },
  remove: {
    method: "DELETE",
    path: "/forms/account",
    summary: "Delete the account",
  },
});
