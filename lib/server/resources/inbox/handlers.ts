import { inbox as contract } from "@/lib/contract/inbox/schemas";
import { implement } from "../../access/calls/implement";
import { listInbox } from "./queries";

implement(contract, {
  list: ({ ctx, query }) => listInbox(ctx.db, ctx, query),
});
