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

export const treeState = z.discriminatedUnion("phase", [
  /** `queue`: folders still to be listed; `page` of the first of them. */
  z.object({ phase: z.literal("list"), ...common, queue: ids, page: z.string().optional() }),
  /** `trashed`: folders that could come back with all that is in them. */
  z.object({ phase: z.literal("changes"), ...common, trashed: ids }),
]);

export type TreeState = z.output<typeof treeState>;
export type ListState = Extract<TreeState, { phase: "list" }>;
export type ChangesState = Extract<TreeState, { phase: "changes" }>;

/** The beginning of a list of all files, or of a folder. */
export const listState = (token: string, chosen: string, top: string | undefined): ListState => ({
  phase: "list",
  token,
  chosen,
  top,
  folders: top === undefined ? undefined : { [top]: top },
  queue: top === undefined ? [] : [top],
});
