import { z } from "zod";
import { Permission } from "@/lib/permissions/bits";
import { defineContract } from "./endpoint";
import { nameField } from "./fields";

export const teamForm = z.object({ name: nameField });

export const teams = defineContract("teams", {
  add: {
    method: "POST",
    path: "/:resourceSlug/forms/team/add",
    access: "team",
    permission: Permission.CREATE_TEAM,
    summary: "Add a team to the organization",
    body: teamForm,
    response: z.object({ id: z.string(), orgId: z.string(), redirect: z.string().optional() }),
  },
});
