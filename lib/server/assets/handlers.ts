import { and, eq } from "drizzle-orm";
import { assets as contract } from "@/lib/contract/assets";
import { cutText } from "@/lib/utils/cut-text";
import { newId } from "../db/ids";
import { invalidField, notFound } from "../http/errors";
import { implement } from "../http/implement";
import { fileStore, newFileKey } from "../storage/file-store";
import { makeIcon } from "../storage/images";
import { removeFiles, removeUncommitted } from "../storage/remove-files";
import { fileResponse } from "../storage/response";
import { assets } from "./table";

const folder = "icons";

implement(contract, {
  add: async ({ ctx, upload }) => {
    const [file] = upload.files;
    if (!file) throw invalidField("file", "Choose a picture.");
    const icon = await makeIcon(file.path);
    const key = newFileKey(folder, icon.extension);
    await fileStore().put(key, icon.data);
    const filename = key.slice(folder.length + 1);
    const id = newId("asset");
    const name = cutText(file.filename, 100);
    const picture = { name, filename, mimeType: icon.mimeType, size: icon.data.length };
    const stored = ctx.db.transaction(async (tx) => {
      await tx.insert(assets).values({ id, teamId: ctx.teamId, createdBy: ctx.accountId, ...picture });
      return id;
    });
    await stored.catch(async (error: unknown) => {
      await removeUncommitted([key], error);
      throw error;
    });
    return { _id: id, filename };
  },
  remove: async ({ ctx, params }) => {
    const row = await ctx.db.transaction(async (tx) => {
      const [gone] = await tx
        .delete(assets)
        .where(and(eq(assets.teamId, ctx.teamId), eq(assets.id, params.assetId)))
        .returning();
      if (!gone) throw notFound("This image");
      return gone;
    });
    await removeFiles([`${folder}/${row.filename}`]);
    return {};
  },
  // Public: an icon's name is unguessable and shows nothing of the team but the picture.
  file: async ({ ctx, params }) => {
    const [row] = await ctx.db.select().from(assets).where(eq(assets.filename, params.filename));
    if (!row) throw notFound("This image");
    return fileResponse(`${folder}/${row.filename}`, {
      mimeType: row.mimeType,
      cache: "public, max-age=31536000, immutable",
    });
  },
});
