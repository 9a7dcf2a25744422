import { z } from "zod";

const ids = z.array(z.string());

/**
 * `token`: where the change log continues. `top`: the id of the root folder; absent for all files. `folders`: known folders
 * below it, each with its parent. `chosen`: the settings' scope; when it changes, the read starts over.
 */
const common = {
  token: z.string(),
  chosen: z.string(),
  top: z.string().optional(),
  folders: z.record(z.string(), z.string()).optional(),
};

export const treeState = z.discriminatedUnion("phase", [
  /** `queue`: folders still to be listed; `page`: of the first of them. */
  z.object({ phase: z.literal("list"), ...common, queue: ids, page: z.string().optional() }),
  /** `trashed`: folders that may be restored with their contents. */
  z.object({ phase: z.literal("changes"), ...common, trashed: ids }),
]);

export type TreeState = z.output<typeof treeState>;
export type ListState = Extract<TreeState, { phase: "list" }>;
export type ChangesState = Extract<TreeState, { phase: "changes" }>;

/** The initial state of listing all files, or a folder. */
export const createListState = (token: string, chosen: string, top: string | undefined): ListState => ({
  phase: "list",
  token,
  chosen,
  top,
  folders: top === undefined ? undefined : { [top]: top },
  queue: top === undefined ? [] : [top],
});
