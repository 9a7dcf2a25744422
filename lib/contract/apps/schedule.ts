import { z } from "zod";
import { variableNameMax, variableValueMax } from "@/lib/constants/limits";
import { idField } from "../base/fields";
import { checkTiming, recurrenceFields } from "../base/schedule";

/** The schedule of an app. */
export const scheduleField = z.discriminatedUnion("type", [
  z.object({ type: z.literal("manual") }),
  z
    .object({
      ...recurrenceFields,
      /** The account that it runs as. Default: the caller, or unchanged. */
      principalId: idField.optional(),
      /** Start values by variable name. */
      variables: z.record(z.string().max(variableNameMax), z.string().max(variableValueMax)).optional(),
      /** The message to a chat's agent; for a process it is added to its tasks. */
      message: z.string().trim().max(65_536, "Use up to 65,536 characters.").optional(),
    })
    .superRefine(checkTiming),
]);
export type Schedule = z.output<typeof scheduleField>;
