import { z } from "zod";
import { askMinutesMost } from "@/lib/constants/limits";
import { teamRoles } from "@/lib/permissions/roles";
import { idField } from "./fields";

/** For whom a question is. Team admins may answer whatever is asked in their team. */
export const assigneeField = z.discriminatedUnion("type", [
  /** Whoever sees the session. */
  z.object({ type: z.literal("anyone") }),
  /** Whoever may what the role may. */
  z.object({ type: z.literal("role"), role: z.enum(teamRoles, "Choose a role.") }),
  z.object({ type: z.literal("account"), accountId: idField }),
]);
export type Assignee = z.output<typeof assigneeField>;

/**
 * What happens to a question that nobody has answered in time: the run ends with an error, goes on as if it had been
 * rejected, or somebody else is asked, for as long again; after that the run ends.
 */
export const deadlineActions = ["end", "reject", "pass"] as const;

/** Who answers what a tool or a task asks, and by when. */
export const askRules = z
  .object({
    assignee: assigneeField.default({ type: "anyone" }),
    /** Null: it waits for ever. */
    minutes: z
      .number("Give a number.")
      .int("Give a whole number.")
      .min(1, "Use at least 1.")
      .max(askMinutesMost, "Use at most a year.")
      .nullable()
      .default(null),
    onDeadline: z.enum(deadlineActions, "Choose what happens then.").default("end"),
    /** Who is asked then. */
    passTo: assigneeField.nullable().default(null),
  })
  .refine(({ minutes, onDeadline, passTo }) => minutes === null || onDeadline !== "pass" || passTo !== null, {
    path: ["passTo"],
    message: "Choose who is asked then.",
  });
export type AskRules = z.output<typeof askRules>;
