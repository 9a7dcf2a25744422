import { defineCalls } from "../base/endpoint";
import type { shapes } from "./schemas";

export const oauth = defineCalls<typeof shapes>()("oauth", {
  ways: {
    method: "GET",
    path: "/account/signin.json",
    summary: "Sign-in providers",
  },
  start: {
    method: "POST",
    path: "/forms/account/oauth",
    summary: "Begin to sign in at a provider, or to link one's account there",
  },
  finish: {
    method: "POST",
    path: "/forms/account/oauth/finish",
    summary: "Sign in with what the provider has sent back",
  },
  unlink: {
    method: "POST",
    path: "/forms/account/oauth/unlink",
    summary: "Unlink one's account at a provider",
  },
});
