import { inbox as contract } from "@/lib/contract/inbox";
import { implement } from "../http/implement";
import { listInbox } from "./queries";

implement(contract, {
  list: ({ ctx, query }) => listInbox(ctx.db, ctx, query),
});
