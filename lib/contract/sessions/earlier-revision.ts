import { z } from "zod";

/** A revision that a session keeps using although another one is applied and it is not rolled out. */
const earlierRevision = z.object({
  type: z.enum(["app", "agent"]),
  _id: z.string(),
  name: z.string(),
  revision: z.number(),
  applied: z.number(),
});
export type EarlierRevision = z.output<typeof earlierRevision>;

/** Of a session's process and agents, if a new session would use others. Not in lists, and not for visitors. */
export const earlierRevisions = z.array(earlierRevision).optional();
