"use client";

import { Braces, Copy, Pencil, Plus, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { DeleteDialog, listUsers, useDelete } from "@/components/shared/dialogs/delete-dialog";
import { useBulkDelete } from "@/components/shared/dialogs/use-bulk-delete";
import { Changed } from "@/components/shared/form/changed";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { call } from "@/lib/api/browser";
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
    cell: ({ name }) => (
      <span dir="auto" className="block truncate font-mono text-secondary" title={name}>
        {name}
      </span>
    ),
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
    cell: ({ description }) => (
      <span dir="auto" className="block truncate text-left text-muted" title={description}>
        {description}
      </span>
    ),
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
  {
    key: "updated",
    label: "Updated",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated, updatedByName }) => <Changed date={dateUpdated} by={updatedByName} />,
  },
];

export function VariableList() {
  const slug = useTeamSlug();
  const router = useRouter();
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why, has } = usePermission();
  const kind = state.filter("secret") ?? "";
  const query = useInfiniteEndpoint(variables.list, {
    params,
    query: { ...state.query, ...(kind && { secret: kind === "true" }) },
    items: (page) => page.variables,
  });
  const removal = useDelete<Variable>();
  const remove = useAction(variables.remove, {
    success: "Variable deleted.",
    invalidate: ["agents", "apps", "sessions"],
    onError: removal.onError,
  });
  const duplicate = useAction(variables.duplicate, { success: "Variable duplicated.", navigate: false });
  const bulk = useBulkDelete<Variable>({
    kind: "variable",
    consequence: "Sessions keep their values.",
    disabledReason: why(Permission.DELETE_VARIABLE),
    invalidate: ["variables", "agents", "apps", "sessions"],
    remove: (item, force) => call(variables.remove, { params: { ...params, variableId: item._id }, body: { force } }),
  });
  const actions = (variable: Variable) => [
    {
      label: "Edit",
      icon: <Pencil />,
      onSelect: () => router.push(`/${slug}/variable/${variable._id}`),
      opens: true,
      disabledReason: why(Permission.EDIT_VARIABLE),
    },
    {
      label: "Duplicate",
      icon: <Copy />,
      onSelect: () => void duplicate.run({ params: { ...params, variableId: variable._id } }),
      disabledReason: why(Permission.CREATE_VARIABLE),
    },
    {
      label: "Delete",
      icon: <Trash2 />,
      danger: true,
      onSelect: () => removal.ask(variable, listUsers(variable.usedIn)),
      disabledReason: why(Permission.DELETE_VARIABLE),
    },
  ];
  const primary = has(Permission.CREATE_VARIABLE) ? (
    <Button asChild>
      <Link href={`/${slug}/variable/add`}>
        <Plus /> New variable
      </Link>
    </Button>
  ) : (
    <span className="text-muted text-secondary">{why(Permission.CREATE_VARIABLE)}</span>
  );
  return (
    <>
      <ResourceList
        title="Variables"
        columns={columns}
        items={query.items}
        href={({ _id }) => `/${slug}/variable/${_id}`}
        actions={actions}
        bulk={[bulk.action]}
        primary={primary}
        filters={
          <OptionSelect
            aria-label="Type"
            className="w-40 max-md:min-w-0 max-md:flex-1"
            value={kind}
            onChange={(value) => state.setFilter("secret", value || null)}
            options={[
              { value: "", label: "All types" },
              { value: "false", label: "Plain" },
              { value: "true", label: "Secret" },
            ]}
          />
        }
        filtered={kind !== ""}
        onClearFilters={() => state.setFilter("secret", null)}
        state={state}
        query={query}
        empty={
          <EmptyState icon={Braces} action={primary} example="company_name with the value Acme.">
            A variable is a named value. Use it in prompts by writing its name in braces. Sessions can override it.
          </EmptyState>
        }
      />
      <DeleteDialog
        {...removal}
        kind="variable"
        consequence="Sessions keep their values."
        pending={remove.pending}
        onClose={removal.close}
        onDelete={async (variableId, force) =>
          Boolean(await remove.run({ params: { ...params, variableId }, body: { force } }))
        }
      />
      {bulk.dialog}
    </>
  );
}
