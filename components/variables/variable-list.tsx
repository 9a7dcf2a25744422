"use client";

import { Braces } from "lucide-react";
import { listUsers } from "@/components/shared/dialogs/delete-dialog";
import { updatedColumn } from "@/components/shared/page/list-columns";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { useResourceActions } from "@/components/shared/page/use-resource-actions";
import { EmptyState } from "@/components/shared/status/empty-state";
import { CutText } from "@/components/ui/cut-text";
import { useTeamSlug } from "@/context/account";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { variables } from "@/lib/contract/variables/calls";
import type { Variable } from "@/lib/contract/variables/schemas";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";

function users({ usedBy, usedIn }: Variable): string {
  if (usedBy === 0) return "Not used";
  const [first] = listUsers(usedIn);
  if (!first) return pluralize(usedBy, "private app");
  return usedBy === 1 ? first.name : `${first.name} and ${usedBy - 1} more`;
}

const columns: Column<Variable>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name }) => <CutText text={name} className="font-mono text-secondary" />,
  },
  {
    key: "value",
    label: "Value",
    cell: ({ defaultValue, secret }) =>
      defaultValue ? (
        <span dir="auto" className="block truncate text-left" title={secret ? "Secret" : defaultValue}>
          {secret && <span className="sr-only">Secret, </span>}
          {defaultValue}
        </span>
      ) : (
        <span className="text-faint">{secret ? "None, secret" : "None"}</span>
      ),
  },
  {
    key: "description",
    label: "Description",
    wide: true,
    cell: ({ description }) => <CutText text={description} className="text-left text-muted" />,
  },
  {
    key: "used",
    label: "Used by",
    cell: (variable) => (
      <span dir="auto" className={variable.usedBy ? "block truncate text-left" : "text-faint"}>
        {users(variable)}
      </span>
    ),
  },
  updatedColumn,
];

export function VariableList() {
  const slug = useTeamSlug();
  const params = { resourceSlug: slug };
  const state = useListState();
  const kind = state.filter("secret") ?? "";
  const query = useInfiniteEndpoint(variables.list, {
    params,
    query: { ...state.query, ...(kind && { secret: kind === "true" }) },
    items: (page) => page.variables,
  });
  const rows = useResourceActions<Variable>({
    kind: "variable",
    calls: variables,
    idParam: "variableId",
    href: ({ _id }) => `/${slug}/variable/${_id}`,
    permissions: {
      create: Permission.CREATE_VARIABLE,
      edit: Permission.EDIT_VARIABLE,
      remove: Permission.DELETE_VARIABLE,
    },
    consequence: "Sessions keep their values.",
    bulkConsequence: "Sessions keep their values.",
    invalidate: ["agents", "apps", "sessions"],
    users: ({ usedIn }) => listUsers(usedIn),
  });
  const primary = (
    <NewButton href={`/${slug}/variable/add`} permission={Permission.CREATE_VARIABLE}>
      New variable
    </NewButton>
  );
  return (
    <ResourceList
      {...rows}
      title="Variables"
      columns={columns}
      primary={primary}
      filters={[
        {
          name: "secret",
          label: "Type",
          className: "w-40 max-md:min-w-0",
          value: kind,
          all: "All types",
          options: [
            { value: "false", label: "Plain" },
            { value: "true", label: "Secret" },
          ],
        },
      ]}
      state={state}
      query={query}
      empty={
        <EmptyState icon={Braces} action={primary} example="company_name with the value Acme.">
          A variable is a named value. Use it in prompts by writing its name in braces. Sessions can override it.
        </EmptyState>
      }
    />
  );
}
