"use client";

import { Plug } from "lucide-react";
import { useRouter } from "next/navigation";
import { BrandIcon } from "@/components/shared/details/brand-icon";
import { DeleteDialog, useDelete } from "@/components/shared/dialogs/delete-dialog";
import { Changed } from "@/components/shared/form/changed";
import { ListFilter } from "@/components/shared/page/list-filter";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { deleteAction, editAction } from "@/components/shared/page/row-actions";
import { EmptyList } from "@/components/shared/status/empty-list";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { providerIds, providers as types } from "@/lib/constants/providers";
import { providers } from "@/lib/contract/providers/calls";
import type { Provider } from "@/lib/contract/providers/schemas";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { ModelTabs } from "./model-tabs";

const columns: Column<Provider>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, type }) => (
      <span className="flex min-w-0 items-center gap-2" title={name}>
        <BrandIcon brand={type} className="text-muted" />
        <span dir="auto" className="truncate">
          {name}
        </span>
      </span>
    ),
  },
  { key: "type", label: "Type", cell: ({ type }) => types[type].title },
  {
    key: "used",
    label: "Used by",
    cell: ({ usedBy }) => (usedBy ? pluralize(usedBy, "model") : <span className="text-faint">No models</span>),
  },
  {
    key: "updated",
    label: "Updated",
    sort: "dateUpdated",
    wide: true,
    cell: ({ dateUpdated, updatedByName }) => <Changed date={dateUpdated} by={updatedByName} />,
  },
];

export function ProviderList() {
  const slug = useTeamSlug();
  const router = useRouter();
  const params = { resourceSlug: slug };
  const state = useListState();
  const { why } = usePermission();
  const type = providerIds.find((id) => id === state.filter("kind"));
  const query = useInfiniteEndpoint(providers.list, {
    params,
    query: { ...state.query, ...(type && { type }) },
    items: (page) => page.providers,
  });
  const removal = useDelete<Provider>();
  const remove = useAction(providers.remove, {
    success: "Provider deleted.",
    invalidate: ["models"],
    onError: removal.onError,
  });
  const actions = (provider: Provider) => [
    editAction(() => router.push(`/${slug}/provider/${provider._id}`), why(Permission.EDIT_MODEL)),
    deleteAction(
      () =>
        removal.ask(
          provider,
          provider.usedIn.map((model) => ({ type: "model", ...model })),
        ),
      why(Permission.DELETE_MODEL),
    ),
  ];
  const primary = (
    <NewButton href={`/${slug}/provider/add`} permission={Permission.CREATE_MODEL}>
      New provider
    </NewButton>
  );
  return (
    <>
      <ResourceList
        title="Providers"
        tabs={<ModelTabs slug={slug} current="providers" />}
        columns={columns}
        items={query.items}
        href={({ _id }) => `/${slug}/provider/${_id}`}
        actions={actions}
        primary={primary}
        filters={
          <ListFilter
            label="Type"
            className="w-44"
            value={type}
            onChange={(value) => state.setFilter("kind", value)}
            all="All types"
            options={providerIds.map((id) => ({ value: id, label: types[id].title }))}
          />
        }
        filtered={type !== undefined}
        onClearFilters={() => state.setFilter("kind", null)}
        state={state}
        query={query}
        empty={
          <EmptyList icon={Plug} guide="own-model" action={primary} example="OpenAI, with your API key.">
            Enter credentials once per provider. All of its models use them.
          </EmptyList>
        }
      />
      <DeleteDialog
        {...removal}
        kind="provider"
        consequence="This permanently deletes its credentials."
        pending={remove.pending}
        onClose={removal.close}
        onDelete={async (providerId, force) =>
          Boolean(await remove.run({ params: { ...params, providerId }, body: { force } }))
        }
      />
    </>
  );
}
