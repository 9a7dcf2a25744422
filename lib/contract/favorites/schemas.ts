import { z } from "zod";
import { favoriteKinds } from "@/lib/constants/favorites";
import { defineShapes, withShapes } from "../base/endpoint";
import { empty, idField } from "../base/fields";
import { favorites as policies } from "./policies";

const namedItem = z.object({ _id: z.string(), type: z.enum(favoriteKinds), name: z.string() });
export type NamedItem = z.output<typeof namedItem>;

export const shapes = defineShapes({
  list: {
    /** Ids of recently opened items, separated by commas. The response has the names of those that exist. */
    query: z.object({ recent: z.string().max(1_000).optional() }),
    response: z.object({ favorites: z.array(namedItem), recent: z.array(namedItem) }),
  },
  add: {
    /** The id of a resource of the team. */
    body: z.object({ id: idField }),
    response: empty,
  },
  remove: {
    response: empty,
  },
});

export const favorites = withShapes(policies, shapes);
