import { eq } from "drizzle-orm";
import { assets as contract } from "@/lib/contract/assets/schemas";
import { truncate } from "@/lib/utils/text/truncate";
import { create, implement } from "../../access/calls/implement";
import { assets } from "../../platform/db/tables/assets";
import { invalidField, notFound } from "../../platform/errors/errors";
import { fileStore, newFileKey } from "../../platform/storage/file-store";
import { makeIcon } from "../../platform/storage/images";
import { removeFiles, removeFilesOnRollback } from "../../platform/storage/remove-files";
import { createFileResponse } from "../../platform/storage/response";
import { createAsset, deleteAsset } from "./actions";

const folder = "icons";

implement(contract, {
  add: async ({ ctx, upload }) => {
    const [file] = upload.files;
    if (!file) throw invalidField("file", "Choose an image.");
    const icon = await makeIcon(file.path);
    const key = newFileKey(folder, icon.extension);
    await fileStore().put(key, icon.data);
    const filename = key.slice(folder.length + 1);
    const name = truncate(file.filename, 100);
    const picture = { name, filename, mimeType: icon.mimeType, size: icon.data.length };
    const stored = create(ctx, "asset", (tx) => createAsset(tx, ctx, picture));
    const _id = await stored.catch(async (error: unknown) => {
      await removeFilesOnRollback([key], error);
      throw error;
    });
    return { _id, filename };
  },
  remove: async ({ ctx, params }) => {
    const row = await ctx.write((tx) => deleteAsset(tx, ctx.teamId, params.assetId));
    await removeFiles([`${folder}/${row.filename}`]);
    return {};
  },
  // Public: an icon's name is unguessable, and the image reveals nothing else about the team.
  file: async ({ ctx, params }) => {
    const [row] = await ctx.db.select().from(assets).where(eq(assets.filename, params.filename));
    if (!row) throw notFound("This image");
    return createFileResponse(`${folder}/${row.filename}`, {
      mimeType: row.mimeType,
      cache: "public, max-age=31536000, immutable",
    });
  },
});
