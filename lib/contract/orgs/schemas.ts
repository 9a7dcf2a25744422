import { z } from "zod";
import { orgRoles } from "@/lib/permissions/roles";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, nameField } from "../base/fields";
import { inviteForm, inviteSchema, memberPage, memberQuery, memberShapes } from "../teams/members";
import { orgs as policies } from "./policies";

export const orgForm = z.object({ name: nameField });
export const orgInviteForm = inviteForm(orgRoles);

const orgSchema = z.object({ id: z.string(), name: z.string(), ownerId: z.string(), dateCreated: dateTime });
/** `member`: whether the caller is a member. */
const orgTeamSchema = z.object({
  id: z.string(),
  name: z.string(),
  memberCount: z.number(),
  member: z.boolean(),
});
export type OrgTeam = z.output<typeof orgTeamSchema>;

export const shapes = defineShapes({
  get: {
    query: memberQuery,
    response: z.object({
      org: orgSchema,
      ...memberPage,
      invites: z.array(inviteSchema),
      /** The caller's teams; all teams for those who manage them. */
      teams: z.array(orgTeamSchema),
    }),
  },
  ...memberShapes(orgRoles, "org"),
  add: {
    body: orgForm,
    response: z.object({ id: z.string(), orgId: z.string(), teamId: z.string(), redirect: z.string().optional() }),
  },
  edit: { body: orgForm, response: empty },
});

export const orgs = withShapes(policies, shapes);
