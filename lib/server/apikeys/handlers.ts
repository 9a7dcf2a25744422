import { eq } from "drizzle-orm";
import { apikeys as contract } from "@/lib/contract/apikeys";
import { noteKeyEvent } from "../accounts/service";
import { newApiKey } from "../auth/api-key";
import { holdProof, requireProof } from "../auth/proof";
import { newId } from "../db/ids";
import { AppError, notFound } from "../http/errors";
import { implement } from "../http/implement";
import { cutToken } from "../realtime/cut";
import { checkTeams, keyView, listKeys, ownKey, requireRoomForKey } from "./queries";
import { apiKeys } from "./table";

const dayMs = 24 * 60 * 60 * 1_000;

implement(contract, {
  list: ({ ctx, query }) => listKeys(ctx.db, ctx.accountId, query),

  add: async ({ ctx, body: { expirationDays, teamIds, permissions, password, ...words } }) => {
    await requireProof(ctx, password);
    await checkTeams(ctx.db, ctx.accountId, teamIds);
    const { secret, stored } = newApiKey();
    const row = await ctx.db.transaction(async (tx) => {
      await holdProof(tx, ctx);
      await requireRoomForKey(tx, ctx.accountId);
      const [made] = await tx
        .insert(apiKeys)
        .values({
          ...{ ...words, ...stored, id: newId("apikey"), accountId: ctx.accountId },
          expires: expirationDays === null ? null : new Date(Date.now() + expirationDays * dayMs),
          teamIds: teamIds && [...new Set(teamIds)],
          permissions: [...new Set(permissions)].sort((a, b) => a - b),
        })
        .returning();
      if (!made) throw new Error("The key was not stored.");
      await noteKeyEvent(tx, ctx, "key_created", made.name);
      return made;
    });
    return { key: keyView(row), secret };
  },

  increment: async ({ ctx, params, body: { password } }) => {
    await requireProof(ctx, password);
    const own = ownKey(ctx.accountId, params.keyId);
    const { secret, stored } = newApiKey();
    await ctx.db.transaction(async (tx) => {
      await holdProof(tx, ctx);
      const [row] = await tx.select().from(apiKeys).where(own).for("update");
      if (!row) throw notFound("This API key");
      if (row.expires && row.expires <= new Date())
        throw new AppError("conflict", "This API key has expired. Add a new one in its place.");
      await tx
        .update(apiKeys)
        .set({ ...stored, lastUsed: null, dateUpdated: new Date() })
        .where(eq(apiKeys.id, row.id));
      await noteKeyEvent(tx, ctx, "key_rotated", row.name);
    });
    await cutToken(params.keyId);
    return { secret };
  },

  remove: async ({ ctx, params }) => {
    await ctx.db.transaction(async (tx) => {
      const [gone] = await tx.delete(apiKeys).where(ownKey(ctx.accountId, params.keyId)).returning({ id: apiKeys.id });
      if (!gone) throw notFound("This API key");
    });
    await cutToken(params.keyId);
    return {};
  },
});
