import { z } from "zod";
import { teamRoles } from "@/lib/permissions/roles";
import { inputRequestRules } from "../sessions/input-request-rules";
import { refField } from "./fields";

const assignee = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("anyone") }),
  z.strictObject({ type: z.literal("role"), role: z.enum(teamRoles, "Choose a role.") }),
  z.strictObject({ type: z.literal("person"), person: refField }),
]);
const { minutes, onDeadline } = inputRequestRules.shape;

/** Who answers an input request, with the name of a person. */
export const fileInputRequestRules = z.strictObject({
  assignee: assignee.default({ type: "anyone" }),
  minutes,
  onDeadline,
  passTo: assignee.nullable().default(null),
});
export type FileInputRequestRules = z.output<typeof fileInputRequestRules>;
