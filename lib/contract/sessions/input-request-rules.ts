import { z } from "zod";
import { maxInputRequestMinutes } from "@/lib/constants/limits";
import { teamRoles } from "@/lib/permissions/roles";
import { idField } from "../base/fields";

/** Who may answer an input request. Team admins may answer all requests of their team. */
export const assigneeField = z.discriminatedUnion("type", [
  /** Everyone who can see the session. */
  z.object({ type: z.literal("anyone") }),
  /** Everyone with the permissions of the role. */
  z.object({ type: z.literal("role"), role: z.enum(teamRoles, "Choose a role.") }),
  z.object({ type: z.literal("account"), accountId: idField }),
]);
export type Assignee = z.output<typeof assigneeField>;

/**
 * What happens at the deadline: the run ends with an error, continues as if rejected, or the request passes to someone else
 * for the same period, after which the run ends.
 */
export const deadlineActions = ["end", "reject", "pass"] as const;

/** Who answers the input requests of a tool or a task, and by when. */
export const inputRequestRules = z
  .object({
    assignee: assigneeField.default({ type: "anyone" }),
    /** Null: no deadline. */
    minutes: z
      .number("Enter a number.")
      .int("Enter a whole number.")
      .min(1, "Enter 1 or more.")
      .max(maxInputRequestMinutes, "Enter one year or less.")
      .nullable()
      .default(null),
    onDeadline: z.enum(deadlineActions, "Choose what happens on timeout.").default("end"),
    /** The next assignee. */
    passTo: assigneeField.nullable().default(null),
  })
  .refine(({ minutes, onDeadline, passTo }) => minutes === null || onDeadline !== "pass" || passTo !== null, {
    path: ["passTo"],
    message: "Choose the next assignee.",
  });
export type InputRequestRules = z.output<typeof inputRequestRules>;
