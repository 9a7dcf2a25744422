import { UsersSection } from "@/components/shared/details/users-section";
import { listUsers } from "@/components/shared/dialogs/delete-dialog";
import type { Variable } from "@/lib/contract/variables/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";

/** The users of the variable, with links. */
export function VariableUsers({ slug, variable: { usedBy, usedIn } }: { slug: string; variable: Variable }) {
  const users = listUsers(usedIn);
  const others = users.length === 0 ? pluralize(usedBy, "private app") : undefined;
  return <UsersSection slug={slug} users={users} usedBy={usedBy} others={others} />;
}
