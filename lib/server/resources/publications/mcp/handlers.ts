import { mcp as contract } from "@/lib/contract/mcp/schemas";
import { implement } from "../../../access/calls/implement";

implement(contract, {
  async send({ ctx, params }) {
    const { serveMessage } = await import("./serve");
    return serveMessage(ctx.db, ctx.request, params.publicationId);
  },
});
