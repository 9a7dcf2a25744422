import { audit } from "@/lib/contract/audit/schemas";
import { callAs, expectOk, type Person } from "./client";
import { newAccount, tokenOf } from "./people";

/** Somebody who runs the server, signed in. */
export const rootToken = async (): Promise<string> => tokenOf(await newAccount("Root", true));

/** The audit log of somebody's organisation, newest first. */
export async function entriesOf({ token, slug }: Person) {
  const answer = await expectOk(callAs(audit.list, { token, params: { resourceSlug: slug } }));
  return answer.entries as { action: string; accountName: string; before: unknown; after: unknown }[];
}
