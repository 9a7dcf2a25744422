import { and, desc, eq, inArray } from "drizzle-orm";
import { maxFavorites } from "@/lib/constants/favorites";
import { favorites as contract } from "@/lib/contract/favorites/schemas";
import { implement } from "../../access/calls/implement";
import type { Reader } from "../../platform/db/client";
import { favorites } from "../../platform/db/tables/favorites";
import { AppError, notFound } from "../../platform/errors/errors";
import { findNamed } from "./find-named";

interface Owner {
  teamId: string;
  accountId: string;
}

const matchesOwner = ({ teamId, accountId }: Owner) =>
  and(eq(favorites.accountId, accountId), eq(favorites.teamId, teamId));

/** Newest first. */
async function listIds(db: Reader, owner: Owner): Promise<string[]> {
  const rows = await db
    .select({ id: favorites.resourceId })
    .from(favorites)
    .where(matchesOwner(owner))
    .orderBy(desc(favorites.dateCreated), favorites.resourceId);
  return rows.map(({ id }) => id);
}

implement(contract, {
  list: async ({ ctx, query }) => {
    const ids = await listIds(ctx.db, ctx);
    const recent = query.recent?.split(",").slice(0, maxFavorites) ?? [];
    const named = await findNamed(ctx.db, ctx, [...ids, ...recent]);
    const pick = (wanted: string[]) => wanted.flatMap((id) => named.get(id) ?? []);
    return { favorites: pick(ids), recent: pick(recent) };
  },
  add: async ({ ctx, body: { id } }) => {
    const ids = await listIds(ctx.db, ctx);
    const named = await findNamed(ctx.db, ctx, [id, ...ids]);
    if (!named.has(id)) throw notFound("This item");
    if (ids.includes(id)) return {};
    if (ids.length >= maxFavorites) {
      const hidden = ids.filter((one) => !named.has(one));
      if (hidden.length === 0)
        throw new AppError("conflict", `You can have up to ${maxFavorites} favorites in a team. Remove one first.`);
      // The person could not remove them.
      await ctx.db.delete(favorites).where(and(matchesOwner(ctx), inArray(favorites.resourceId, hidden)));
    }
    const { teamId, accountId } = ctx;
    await ctx.db.insert(favorites).values({ teamId, accountId, resourceId: id }).onConflictDoNothing();
    return {};
  },
  remove: async ({ ctx, params }) => {
    const own = and(matchesOwner(ctx), eq(favorites.resourceId, params.favoriteId));
    const removed = await ctx.db.delete(favorites).where(own).returning({ id: favorites.resourceId });
    if (removed.length === 0) throw notFound("This favorite");
    return {};
  },
});
