"use client";

import type { ReactNode } from "react";
import { PageHeader } from "@/components/shared/page/page-header";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { type PlanName, unlimited } from "@/lib/constants/plan-names";
import { plans } from "@/lib/constants/plans";
import { admin } from "@/lib/contract/admin/calls";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { formatBytes } from "@/lib/utils/text/bytes";
import { pluralize } from "@/lib/utils/text/pluralize";

type Figures = ResponseBody<typeof admin.plans>;

const amount = (limit: number): string => (limit >= unlimited ? "Unlimited" : `${limit}`);
const formatPrice = (price: number | null): string =>
  price === null ? "Custom" : price === 0 ? "Free" : `$${price} per month`;
const perhaps = (list: readonly string[]): string => (list.length === 0 ? "None" : list.join(", "));

/** One row per limit, with its value in each plan. */
const limits: [label: string, of: (plan: PlanName) => ReactNode][] = [
  ["Price", (plan) => formatPrice(plans[plan].price)],
  ["Members", (plan) => amount(plans[plan].limits.users)],
  ["Organizations per owner", (plan) => amount(plans[plan].limits.orgs)],
  ["Teams", (plan) => amount(plans[plan].limits.teams)],
  ["Max file size", (plan) => formatBytes(plans[plan].limits.maxFileBytes)],
  ["Vector storage", (plan) => formatBytes(plans[plan].limits.maxVectorBytes)],
  ["Function tools", (plan) => (plans[plan].limits.functionTools ? plans[plan].limits.maxFunctionTools : "None")],
  ["Data connections", (plan) => (plans[plan].limits.dataConnections ? "Yes" : "No")],
  ["Schedules", (plan) => perhaps(plans[plan].limits.periods)],
  [
    "Session retention",
    (plan) => (plans[plan].limits.sessionDays ? pluralize(plans[plan].limits.sessionDays, "day") : "Forever"),
  ],
];

/** The plans with their limits and the number of organizations on each. */
export function PlanOverview() {
  const { data, error, refetch } = useEndpoint(admin.plans);
  return (
    <>
      <PageHeader title="Plans" description={data && statement(data)} />
      {data ? (
        <div className="overflow-hidden rounded-card border bg-surface">
          <Overview figures={data} />
        </div>
      ) : error ? (
        <QueryError error={error} refetch={refetch} />
      ) : (
        <Skeleton className="h-96" />
      )}
    </>
  );
}

const statement = ({ stripe, defaultPlan }: Figures): string =>
  stripe
    ? `Billing is configured. Organizations without a subscription use the ${plans[defaultPlan].title} plan unless overridden.`
    : `Billing isn't configured. Every organization uses the ${plans[defaultPlan].title} plan (DEFAULT_PLAN) unless overridden.`;

function Overview({ figures }: { figures: Figures }) {
  const countRows: [label: string, of: (row: Figures["plans"][number]) => number][] = [
    ["Organizations", ({ orgs }) => orgs],
    ["Overridden", ({ set }) => set],
    ["Subscribed", ({ subscribed }) => subscribed],
    ["On trial", ({ trial }) => trial],
  ];
  return (
    <Table label="Plans">
      <TableHeader>
        <TableRow>
          <TableHead>Plan</TableHead>
          {figures.plans.map(({ plan }) => (
            <TableHead key={plan}>{plans[plan].title}</TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {countRows.map(([label, of]) => (
          <TableRow key={label}>
            <TableHead scope="row">{label}</TableHead>
            {figures.plans.map((row) => (
              <TableCell key={row.plan} className="font-medium">
                {of(row)}
              </TableCell>
            ))}
          </TableRow>
        ))}
        {limits.map(([label, of]) => (
          <TableRow key={label}>
            <TableHead scope="row">{label}</TableHead>
            {figures.plans.map(({ plan }) => (
              <TableCell key={plan} className="min-w-32 text-muted">
                {of(plan)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
