import { and, desc, eq } from "drizzle-orm";
import { maxFavorites } from "@/lib/constants/favorites";
import { favorites as contract } from "@/lib/contract/favorites/schemas";
import { implement } from "../../access/calls/implement";
import { favorites } from "../../platform/db/tables/favorites";
import { AppError, notFound } from "../../platform/errors/errors";
import { findNamed } from "./find-named";

interface Owner {
  teamId: string;
  accountId: string;
}

const matchesOwner = ({ teamId, accountId }: Owner) =>
  and(eq(favorites.accountId, accountId), eq(favorites.teamId, teamId));

implement(contract, {
  list: async ({ ctx, query }) => {
    const rows = await ctx.db
      .select({ id: favorites.resourceId })
      .from(favorites)
      .where(matchesOwner(ctx))
      .orderBy(desc(favorites.dateCreated), favorites.resourceId)
      .limit(maxFavorites);
    const ids = rows.map(({ id }) => id);
    const recent = query.recent?.split(",").slice(0, maxFavorites) ?? [];
    const named = await findNamed(ctx.db, ctx, [...ids, ...recent]);
    const pick = (wanted: string[]) => wanted.flatMap((id) => named.get(id) ?? []);
    return { favorites: pick(ids), recent: pick(recent) };
  },
  add: async ({ ctx, body: { id } }) => {
    if (!(await findNamed(ctx.db, ctx, [id])).has(id)) throw notFound("This item");
    if ((await ctx.db.$count(favorites, matchesOwner(ctx))) >= maxFavorites)
      throw new AppError("conflict", `You can have up to ${maxFavorites} favorites in a team. Remove one first.`);
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
