"use client";

import { Plug } from "lucide-react";
import { useRouter } from "next/navigation";
import { BrandIcon } from "@/components/shared/details/brand-icon";
import { useRemoval } from "@/components/shared/dialogs/use-removal";
import { updatedColumn, usedByColumn } from "@/components/shared/page/list-columns";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { deleteAction, editAction } from "@/components/shared/page/row-actions";
import { EmptyList } from "@/components/shared/status/empty-list";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { providerIds, providers as types } from "@/lib/constants/providers";
import { providers } from "@/lib/contract/providers/calls";
import type { Provider } from "@/lib/contract/providers/schemas";
import { Permission } from "@/lib/permissions/bits";
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
  usedByColumn("model"),
  updatedColumn,
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
  const removal = useRemoval<Provider>({
    kind: "provider",
    call: providers.remove,
    params: (providerId) => ({ ...params, providerId }),
    consequence: "This permanently deletes its credentials.",
    invalidate: ["models"],
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
    <ResourceList
      title="Providers"
      tabs={<ModelTabs slug={slug} current="providers" />}
      columns={columns}
      href={({ _id }) => `/${slug}/provider/${_id}`}
      actions={actions}
      primary={primary}
      filters={[
        {
          name: "kind",
          label: "Type",
          className: "w-44",
          value: type,
          all: "All types",
          options: providerIds.map((id) => ({ value: id, label: types[id].title })),
        },
      ]}
      dialogs={removal.dialog}
      state={state}
      query={query}
      empty={
        <EmptyList icon={Plug} guide="own-model" action={primary} example="OpenAI, with your API key.">
          Enter credentials once per provider. All of its models use them.
        </EmptyList>
      }
    />
  );
}
