import { transfers as contract } from "@/lib/contract/transfers/schemas";
import { implement } from "../../access/calls/implement";
import { invalidField } from "../../platform/errors/errors";
import { cleanFileName } from "../../platform/http/body/file-name";
import type { ReceivedUpload } from "../../platform/http/body/receive-upload";
import { dismissSteps, tickStep } from "./checklist/actions";
import { listSteps } from "./checklist/queries";
import { describeExport, writeExport } from "./export-as";
import { importApp } from "./import";
import { planPreview } from "./preview";

/** The request with what is to be imported: files, or a text. Throws 400 without either. */
function withFiles<T extends { text?: string | undefined }>({ text, ...body }: T, upload: ReceivedUpload | undefined) {
  const uploads = upload?.files
    .filter(({ field }) => field === "files")
    .map(({ path, filename }) => ({ path, filename }));
  if (uploads && uploads.length > 0) return { ...body, job: { uploads } };
  if (text === undefined)
    throw upload ? invalidField("files", "Choose a file.") : invalidField("text", "Send the file's text.");
  return { ...body, job: { text } };
}

implement(contract, {
  export: async ({ ctx, params, query }) => {
    const { filename, type, body } = await writeExport(ctx.db, ctx, params.appId, query.format);
    return new Response(body, {
      headers: {
        "content-type": type,
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(cleanFileName(filename))}`,
      },
    });
  },
  exportReport: ({ ctx, params, query }) => describeExport(ctx.db, ctx, params.appId, query.format),
  preview: async ({ ctx, body, upload }) => {
    const { preview } = await planPreview(ctx.db, ctx, withFiles(body, upload), ctx.signal);
    return { preview };
  },
  import: ({ ctx, body, upload }) => importApp(ctx, withFiles(body, upload)),
  steps: async ({ ctx, params }) => ({ steps: await listSteps(ctx.db, ctx, params.appId) }),
  tickStep: async ({ ctx, params, body }) => {
    await ctx.write((tx) => tickStep(tx, ctx, params.appId, body.step, body.done));
    return {};
  },
  dismissSteps: async ({ ctx, params }) => {
    await ctx.write((tx) => dismissSteps(tx, ctx, params.appId));
    return {};
  },
});
