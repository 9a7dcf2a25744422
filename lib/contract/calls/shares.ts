import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../shares";

const path = "/:resourceSlug/forms/sharelink/:shareId";

export const shares = defineCalls<typeof shapes>()("shares", {
  list: {
    method: "GET",
    path: "/:resourceSlug/sharelinks.json",
    access: "team",
    summary: "List the share links of the team's apps",
  },
  get: {
    method: "GET",
    path: "/:resourceSlug/sharelink/:shareId.json",
    access: "team",
    shared: true,
    summary: "What a share link leads to, as its visitors read it",
  },
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/sharelink/add",
    access: "team",
    permission: Permission.EDIT_APP,
    summary: "Make a share link",
  },
  edit: {
    method: "POST",
    path: `${path}/edit`,
    access: "team",
    permission: Permission.EDIT_APP,
    summary: "Change a share link's expiry and limits",
  },
  remove: {
    method: "DELETE",
    path,
    access: "team",
    permission: Permission.EDIT_APP,
    summary: "Revoke a share link; its visitors are out at once",
  },
});
