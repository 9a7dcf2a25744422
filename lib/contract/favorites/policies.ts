import { withPolicies } from "../base/policy";
import { anyMember, teamRead, teamWrite } from "../base/policy-presets";
import { favorites as calls } from "./calls";

const ownMark = { none: "Favorites are a person's own bookmarks." } as const;

export const favorites = withPolicies(calls, {
  list: teamRead(anyMember),
  add: teamWrite(anyMember, ownMark),
  remove: teamWrite(anyMember, ownMark),
});
