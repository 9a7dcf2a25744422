import { z } from "zod";
import { trashKinds } from "@/lib/constants/trash";
import { defineShapes, withShapes } from "../base/endpoint";
import { dateTime, empty, listPage, listQuery } from "../base/fields";
import { trash as policies } from "./policies";

const trashSchema = z.object({
  _id: z.string(),
  type: z.enum(trashKinds),
  /** The id of the deleted item, which it keeps when it is restored. */
  itemId: z.string(),
  name: z.string(),
  deletedBy: z.string(),
  deletedByName: z.string().nullable(),
  date: dateTime,
  /** When it is deleted permanently. */
  expires: dateTime,
});
export type TrashItem = z.output<typeof trashSchema>;

export const shapes = defineShapes({
  list: {
    query: listQuery.extend({ type: z.enum(trashKinds).optional() }),
    response: listPage("trash", trashSchema),
  },
  restore: {
    /** A new name or function name, if the item's own is taken. */
    body: z.object({ name: z.string().trim().max(100).optional() }),
    response: z.object({
      _id: z.string(),
      type: z.enum(trashKinds),
      /** What the item referred to that no longer exists. Names are known of items in the trash. */
      missing: z.array(z.object({ type: z.string(), name: z.string().nullable() })),
    }),
  },
  remove: { response: empty },
  empty: {
    /** `kept`: items that require another permission. `more`: call again to delete the rest. */
    response: z.object({ deleted: z.number(), kept: z.number(), more: z.boolean() }),
  },
});

export const trash = withShapes(policies, shapes);
