import { Permission } from "@/lib/permissions/bits";
import { defineCalls } from "../endpoint";
import type { shapes } from "../teams";

export const teams = defineCalls<typeof shapes>()("teams", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/team/add",
    access: "team",
    permission: Permission.CREATE_TEAM,
    summary: "Add a team to the organization",
  },
  retention: {
    method: "GET",
    path: "/:resourceSlug/retention.json",
    access: "team",
    summary: "For how long the team keeps what is said in its sessions",
  },
  editRetention: {
    method: "POST",
    path: "/:resourceSlug/forms/retention/edit",
    access: "team",
    permission: Permission.EDIT_TEAM,
    summary: "Choose for how long the team keeps what is said in its sessions",
  },
});
