import { mcp as contract } from "@/lib/contract/mcp/schemas";
import { implement } from "../../../access/calls/implement";
import { serveMessage } from "./serve";

implement(contract, {
  send: ({ ctx, params }) => serveMessage(ctx.db, ctx.request, params.publicationId),
});
