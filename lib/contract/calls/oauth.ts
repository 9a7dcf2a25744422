import { defineCalls } from "../endpoint";
import type { shapes } from "../oauth";

export const oauth = defineCalls<typeof shapes>()("oauth", {
  ways: {
    method: "GET",
    path: "/account/signin.json",
    access: "public",
    sessionOnly: true,
    summary: "Where one can sign in beside the form",
  },
  start: {
    method: "POST",
    path: "/forms/account/oauth",
    access: "public",
    sessionOnly: true,
    summary: "Begin to sign in at a provider, or to link one's account there",
  },
  finish: {
    method: "POST",
    path: "/forms/account/oauth/finish",
    access: "public",
    sessionOnly: true,
    waits: true,
    summary: "Sign in with what the provider has sent back",
  },
  unlink: {
    method: "POST",
    path: "/forms/account/oauth/unlink",
    access: "account",
    sessionOnly: true,
    summary: "Unlink one's account at a provider",
  },
});
