import { z } from "zod";

const ids = z.array(z.string());

/**
 * `token`: from where on changes are followed. `top`: the folder that is read, by its id; absent where all files are.
 * `folders`: those known below it, each with its parent. `chosen`: what the settings said, as others begin anew.
 */
const common = {
  token: z.string(),
  chosen: z.string(),
  top: z.string().optional(),
  folders: z.record(z.string(), z.string()).optional(),
};

export const driveState = z.discriminatedUnion("phase", [
  /** `queue`: folders still to be listed; `page` of the first of them. */
  z.object({ phase: z.literal("list"), ...common, queue: ids, page: z.string().optional() }),
  /** `trashed`: folders that could come back with all that is in them. */
  z.object({ phase: z.literal("changes"), ...common, trashed: ids }),
]);

export type DriveState = z.output<typeof driveState>;
export type DriveListState = Extract<DriveState, { phase: "list" }>;
export type DriveChangesState = Extract<DriveState, { phase: "changes" }>;
