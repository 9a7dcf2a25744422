"use client";

import { Cpu, Star } from "lucide-react";
import { BrandIcon } from "@/components/shared/details/brand-icon";
import { updatedColumn } from "@/components/shared/page/list-columns";
import { NewButton } from "@/components/shared/page/new-button";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { useResourceActions } from "@/components/shared/page/use-resource-actions";
import { EmptyList } from "@/components/shared/status/empty-list";
import { Badge } from "@/components/ui/badge";
import { CutText } from "@/components/ui/cut-text";
import { useTeamSlug } from "@/context/account";
import { usePermission } from "@/hooks/account/use-permission";
import { usePlan } from "@/hooks/account/use-plan";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import type { PlanDefinition } from "@/lib/constants/plans";
import { providerIds, providers } from "@/lib/constants/providers";
import { models } from "@/lib/contract/models/calls";
import type { Model } from "@/lib/contract/models/schemas";
import { Permission } from "@/lib/permissions/bits";
import { pluralize } from "@/lib/utils/text/pluralize";
import { ModelTabs } from "./providers/model-tabs";

const kinds = [
  { value: "llm", label: "Chat" },
  { value: "embedding", label: "Embedding" },
] as const;

const includes = ({ limits }: PlanDefinition, type: Model["type"], modelType: Model["modelType"]): boolean =>
  (modelType === "llm" ? limits.llmProviders : limits.embeddingProviders).includes(type);

const buildColumns = (defaults: (string | undefined)[], plan: PlanDefinition | undefined): Column<Model>[] => [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ _id, name, type, modelType }) => (
      <span className="flex min-w-0 items-center gap-2">
        <CutText text={name} />
        {defaults.includes(_id) && <Badge tone="accent">Default</Badge>}
        {plan && !includes(plan, type, modelType) && <Badge tone="warning">Not in the {plan.title} plan</Badge>}
      </span>
    ),
  },
  {
    key: "provider",
    label: "Provider",
    roomy: true,
    cell: ({ type, providerId, providerName }) => (
      <span className="flex items-center gap-2">
        <BrandIcon brand={type} className="text-muted" />
        <span dir="auto" className={providerId ? "truncate" : "text-warning"}>
          {providerName ?? "None"}
        </span>
      </span>
    ),
  },
  {
    key: "model",
    label: "Model",
    cell: ({ model }) => (
      <span className="block truncate font-mono text-label" title={model}>
        {model}
      </span>
    ),
  },
  { key: "kind", label: "Type", wide: true, cell: ({ modelType }) => (modelType === "llm" ? "Chat" : "Embedding") },
  {
    key: "used",
    label: "Used by",
    cell: ({ usedBy, modelType }) => {
      const user = modelType === "llm" ? "agent" : "data source";
      return usedBy ? pluralize(usedBy, user) : <span className="text-faint">{`No ${user}s`}</span>;
    },
  },
  updatedColumn,
];

export function ModelList() {
  const slug = useTeamSlug();
  const params = { resourceSlug: slug };
  const state = useListState();
  const plan = usePlan();
  const kind = kinds.find(({ value }) => value === state.filter("kind"))?.value;
  const type = providerIds.find((id) => id === state.filter("provider"));
  const query = useInfiniteEndpoint(models.list, {
    params,
    query: { ...state.query, ...(kind && { modelType: kind }), ...(type && { type }) },
    items: (page) => page.models,
  });
  const defaults = useEndpoint(models.defaults, { params });
  const { why } = usePermission();
  const setDefault = useAction(models.setDefault, { success: "Default model changed." });
  const defaultIds = [defaults.data?.llm?._id, defaults.data?.embedding?._id];
  const rows = useResourceActions<Model>({
    kind: "model",
    calls: models,
    idParam: "modelId",
    href: ({ _id }) => `/${slug}/model/${_id}`,
    permissions: { create: Permission.CREATE_MODEL, edit: Permission.EDIT_MODEL, remove: Permission.DELETE_MODEL },
    consequence: "Its provider and credentials are kept.",
    invalidate: ["agents"],
    more: (model) => [
      {
        label: defaultIds.includes(model._id) ? "Remove as default" : "Set as default",
        icon: <Star />,
        onSelect: () => {
          const { _id, modelType } = model;
          void setDefault.run({ params, body: { modelId: defaultIds.includes(_id) ? null : _id, modelType } });
        },
        disabledReason: why(Permission.CREATE_MODEL),
      },
    ],
  });
  const primary = (
    <NewButton href={`/${slug}/model/add`} permission={Permission.CREATE_MODEL}>
      New model
    </NewButton>
  );
  return (
    <ResourceList
      {...rows}
      title="Models"
      tabs={<ModelTabs slug={slug} current="models" />}
      columns={buildColumns(defaultIds, plan)}
      primary={primary}
      filters={[
        {
          name: "provider",
          label: "Provider",
          className: "w-44",
          value: type,
          all: "All providers",
          options: providerIds.map((id) => ({ value: id, label: providers[id].title })),
        },
        { name: "kind", label: "Type", className: "w-36", value: kind, all: "All types", options: kinds },
      ]}
      state={state}
      query={query}
      empty={
        <EmptyList icon={Cpu} guide="own-model" action={primary} example="Claude, with your Anthropic API key.">
          Models power your agents. Connect a provider with your API key, or use the offline demo.
        </EmptyList>
      }
    />
  );
}
