import { z } from "zod";
import { teamRoles } from "@/lib/permissions/roles";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, nameField } from "../base/fields";
import { inviteForm, inviteSchema, memberPage, memberQuery, memberShapes } from "./members";
import { teams as policies } from "./policies";

export const teamForm = z.object({ name: nameField });
export const teamInviteForm = inviteForm(teamRoles);
/** 0: unlimited; null: the server's default. */
const retentionForm = z.object({
  days: z
    .number("Enter a whole number of days.")
    .int("Enter a whole number of days.")
    .min(0, "Enter a whole number of days.")
    .max(36_500, "Enter 36,500 days or fewer.")
    .nullable(),
});

const teamSchema = z.object({
  id: z.string(),
  name: z.string(),
  orgId: z.string(),
  ownerId: z.string(),
  dateCreated: dateTime,
  defaultModels: z.object({ llm: z.string().nullable(), embedding: z.string().nullable() }),
});

export const shapes = defineShapes({
  get: {
    query: memberQuery,
    response: z.object({ team: teamSchema, ...memberPage, invites: z.array(inviteSchema) }),
  },
  ...memberShapes(teamRoles, "team"),
  /** By permission, up to three names. */
  granters: { response: z.object({ granters: z.record(z.string(), z.array(z.string())) }) },
  edit: { body: teamForm, response: empty },
  add: {
    body: teamForm,
    response: z.object({ id: z.string(), orgId: z.string(), redirect: z.string().optional() }),
  },
  retention: {
    response: z.object({
      /** Effective retention in days: the team's or the server's, limited by the plan. 0: unlimited. */
      days: z.number(),
      own: z.number().nullable(),
      server: z.number(),
      plan: z.number(),
    }),
  },
  editRetention: {
    body: retentionForm,
    response: empty,
  },
});

export const teams = withShapes(policies, shapes);
