import { transfers as contract } from "@/lib/contract/transfers/schemas";
import { implement } from "../../access/calls/implement";
import { cleanFileName } from "../../platform/http/body/file-name";
import { exportApp } from "./export";
import { importApp } from "./import";
import { planPreview } from "./preview";

implement(contract, {
  export: async ({ ctx, params }) => {
    const { name, text } = await exportApp(ctx.db, ctx, params.appId);
    const filename = encodeURIComponent(cleanFileName(`${name}.yaml`));
    return new Response(text, {
      headers: {
        "content-type": "application/yaml; charset=utf-8",
        "content-disposition": `attachment; filename*=UTF-8''${filename}`,
      },
    });
  },
  preview: async ({ ctx, body }) => ({ preview: (await planPreview(ctx.db, ctx, body, ctx.signal)).preview }),
  import: ({ ctx, body }) => importApp(ctx, body),
});
