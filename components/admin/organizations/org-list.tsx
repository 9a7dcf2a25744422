"use client";

import { Building2, CreditCard, Users } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { createdColumn } from "@/components/shared/page/list-columns";
import { type Column, ResourceList } from "@/components/shared/page/resource-list";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Badge } from "@/components/ui/badge";
import { CutText } from "@/components/ui/cut-text";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { plans } from "@/lib/constants/plans";
import { admin } from "@/lib/contract/admin/calls";
import type { AdminOrg } from "@/lib/contract/admin/schemas";
import { adminSort } from "../admin-sort";
import { planSourceLabels } from "../labels";
import { PlanDialog } from "./plan-dialog";

const columns: Column<AdminOrg>[] = [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name }) => <CutText text={name} className="font-medium" />,
  },
  {
    key: "owner",
    label: "Owner",
    cell: ({ ownerName, ownerEmail }) => <CutText text={ownerEmail} title={ownerName} />,
  },
  { key: "members", label: "Members", align: "right", roomy: true, cell: ({ members }) => members },
  { key: "teams", label: "Teams", align: "right", wide: true, cell: ({ teams }) => teams },
  {
    key: "plan",
    label: "Plan",
    cell: ({ plan, planSource }) => (
      <span className="inline-flex items-center gap-2">
        <Badge tone={planSource === "set" ? "accent" : "neutral"}>{plans[plan].title}</Badge>
        <span className="text-muted text-secondary max-xl:sr-only">{planSourceLabels[planSource]}</span>
      </span>
    ),
  },
  createdColumn,
];

/** All organizations of the server, with usage counts. */
export function OrgList() {
  const router = useRouter();
  const state = useListState();
  const [planning, setPlanning] = useState<AdminOrg | null>(null);
  const query = useInfiniteEndpoint(admin.orgs, { query: adminSort(state.query), items: ({ orgs }) => orgs });
  const actions = (org: AdminOrg) => [
    { label: "Set plan", icon: <CreditCard />, onSelect: () => setPlanning(org) },
    {
      label: "View members",
      icon: <Users />,
      onSelect: () => router.push(`/admin/accounts?orgId=${encodeURIComponent(org._id)}`),
      opens: true,
    },
  ];
  return (
    <ResourceList
      title="Organizations"
      columns={columns}
      actions={actions}
      dialogs={<PlanDialog org={planning} onClose={() => setPlanning(null)} />}
      state={state}
      query={query}
      empty={<EmptyState icon={Building2}>No organizations yet. Each new account creates one.</EmptyState>}
    />
  );
}
