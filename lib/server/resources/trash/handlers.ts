import { type TrashKind, trashBatch, trashKinds } from "@/lib/constants/trash";
import { trash as contract } from "@/lib/contract/trash/schemas";
import { type Checker, missingPermission } from "@/lib/permissions/checker";
import { trashPermissions } from "@/lib/permissions/trash";
import { implement } from "../../access/calls/implement";
import { AppError } from "../../platform/errors/errors";
import { removeFiles } from "../../platform/storage/remove-files";
import { lockItem, purgeBatch, purgeItem } from "./purge";
import { countItems, getTrashItem, listItemIds, listTrash } from "./queries";
import { restoreItem } from "./restore";

const mayRemove = (permissions: Checker, kind: TrashKind): boolean => {
  const { remove } = trashPermissions[kind];
  return remove === undefined || permissions.has(remove);
};

function requirePermission(permissions: Checker, kind: TrashKind, action: "restore" | "remove"): void {
  const permission = trashPermissions[kind][action];
  if (permission !== undefined && !permissions.has(permission))
    throw new AppError("forbidden", missingPermission(permission), { permission });
}

implement(contract, {
  list: ({ ctx, query }) => listTrash(ctx.db, ctx, query),
  restore: ({ ctx, params, body }) =>
    ctx.write(async (tx, audit) => {
      const item = await getTrashItem(tx, ctx, params.trashId);
      requirePermission(ctx.permissions, item.kind, "restore");
      const restored = await restoreItem(tx, ctx, item, body.name);
      audit.record("restoredItem", restored._id);
      return restored;
    }),
  remove: async ({ ctx, params }) => {
    const files = await ctx.write(async (tx) => {
      await lockItem(tx, ctx.teamId, params.trashId);
      const item = await getTrashItem(tx, ctx, params.trashId);
      requirePermission(ctx.permissions, item.kind, "remove");
      return purgeItem(tx, item);
    });
    await removeFiles(files);
    return {};
  },
  empty: async ({ ctx }) => {
    const kinds = trashKinds.filter((kind) => mayRemove(ctx.permissions, kind));
    const { files, ...result } = await ctx.write(async (tx) => {
      const ids = await listItemIds(tx, ctx, kinds, trashBatch);
      const files = await purgeBatch(tx, ctx.teamId, ids);
      const more = (await listItemIds(tx, ctx, kinds, 1)).length > 0;
      return { files, deleted: ids.length, more, kept: more ? 0 : await countItems(tx, ctx) };
    });
    await removeFiles(files);
    return result;
  },
});
