import { newId } from "../db/ids";
import { cutAccount } from "../realtime/cut";
import { notifyAccount } from "../realtime/notify";

/** Tells somebody about their memberships, wherever they are connected. */
export const tell = (accountId: string, description: string, teamId?: string): Promise<void> =>
  notifyAccount(accountId, {
    ...{ _id: newId("notification"), title: "Team", description, date: new Date().toISOString() },
    ...{ seen: false, type: "team", link: teamId ? `/${teamId}/team` : null },
  });

/** Ends every connection that was let in by rights which are no more, on every process; pages come back with those of now. */
export async function changedRights(accountId: string, description: string, teamId?: string): Promise<void> {
  await tell(accountId, description, teamId);
  await cutAccount(accountId);
}
