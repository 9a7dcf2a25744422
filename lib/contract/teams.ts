import { z } from "zod";
import { Permission } from "@/lib/permissions/bits";
import { defineContract } from "./endpoint";
import { empty, nameField } from "./fields";

export const teamForm = z.object({ name: nameField });
/** 0: for ever; null: as the server does. */
export const retentionForm = z.object({
  days: z
    .number("Give a whole number of days.")
    .int("Give a whole number of days.")
    .min(0, "Give a whole number of days.")
    .max(36_500, "Give at most 36,500 days.")
    .nullable(),
});

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
  retention: {
    method: "GET",
    path: "/:resourceSlug/retention.json",
    access: "team",
    summary: "For how long the team keeps what is said in its sessions",
    response: z.object({
      /** What holds: the team's own choice or the server's, within the plan. 0: for ever. */
      days: z.number(),
      own: z.number().nullable(),
      server: z.number(),
      plan: z.number(),
    }),
  },
  editRetention: {
    method: "POST",
    path: "/:resourceSlug/forms/retention/edit",
    access: "team",
    permission: Permission.EDIT_TEAM,
    summary: "Choose for how long the team keeps what is said in its sessions",
    body: retentionForm,
    response: empty,
  },
});
