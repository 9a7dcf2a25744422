import type { Viewer } from "../../access/visibility/visible";
import type { Tx } from "../../platform/db/client";
import { checkUnused } from "../../platform/db/query/edit";
import { listUsers } from "../references/users";
import { moveToTrash } from "../trash/service";
import { lockTool } from "./actions";
import { findOnlySearchOf } from "./queries";

/** Deletes a tool. Throws 409 naming the agents and tasks that use it, unless forced. Returns its id in the trash. */
export async function deleteTool(tx: Tx, caller: Viewer, id: string, force: boolean | undefined): Promise<string> {
  const { teamId } = caller;
  const row = await lockTool(tx, teamId, id);
  const searched = await findOnlySearchOf(tx, teamId, row.id);
  const loss =
    searched === null
      ? []
      : [`This is the only tool that searches “${searched}”. Without it, agents can't search this data source.`];
  checkUnused(await listUsers(tx, caller, "tool", { ids: [row.id] }), force, ...loss);
  return moveToTrash(tx, caller, "tool", row);
}
