"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { budgets } from "@/lib/contract/budgets/calls";
import type { BudgetForm as Body, BudgetState } from "@/lib/contract/budgets/schemas";
import { Permission } from "@/lib/permissions/bits";
import { BudgetBar } from "./budget-bar";
import { BudgetForm, type BudgetSave } from "./budget-form";

interface PartProps {
  query: { data: BudgetState | undefined; error: Error | null; refetch(): unknown };
  save: BudgetSave;
  disabledReason?: string | undefined;
}

/** The use of a budget, and the form that changes it. */
function BudgetPart({ query: { data, error, refetch }, save, disabledReason }: PartProps) {
  if (!data) return error ? <QueryError error={error} refetch={refetch} /> : <Skeleton className="h-40" />;
  return (
    <>
      <BudgetBar {...data} />
      <BudgetForm key={JSON.stringify(data.budget)} budget={data.budget} save={save} disabledReason={disabledReason} />
    </>
  );
}

const saved = { success: "Budget saved." };
const description = "Monthly limit for model calls.";

export function OrgBudget({ slug }: { slug: string }) {
  const params = { resourceSlug: slug };
  const query = useEndpoint(budgets.getOrg, { params });
  const edit = useAction(budgets.editOrg, saved);
  const save = { pending: edit.pending, run: (body: Body) => edit.run({ params, body }) };
  return (
    <FormSection title="Budget" description={`${description} Applies to all teams combined.`}>
      <BudgetPart query={query} save={save} disabledReason={usePermission().why(Permission.ORG_ADMIN)} />
    </FormSection>
  );
}

export function TeamBudget({ slug }: { slug: string }) {
  const params = { resourceSlug: slug };
  const query = useEndpoint(budgets.getTeam, { params });
  const edit = useAction(budgets.editTeam, saved);
  const save = { pending: edit.pending, run: (body: Body) => edit.run({ params, body }) };
  return (
    <FormSection title="Budget" description={description}>
      <BudgetPart query={query} save={save} disabledReason={usePermission().why(Permission.EDIT_TEAM)} />
    </FormSection>
  );
}

export function AppBudget({ slug, appId }: { slug: string; appId: string }) {
  const params = { resourceSlug: slug, appId };
  const query = useEndpoint(budgets.getApp, { params });
  const edit = useAction(budgets.editApp, saved);
  const save = { pending: edit.pending, run: (body: Body) => edit.run({ params, body }) };
  return (
    <FormSection title="Budget" description={`${description} Saved separately from the form above.`}>
      <BudgetPart query={query} save={save} disabledReason={usePermission().why(Permission.EDIT_APP)} />
    </FormSection>
  );
}

/** Without a title, as the dialog has one. */
export function KeyBudget({ keyId }: { keyId: string }) {
  const params = { keyId };
  const query = useEndpoint(budgets.getKey, { params });
  const edit = useAction(budgets.editKey, saved);
  const save = { pending: edit.pending, run: (body: Body) => edit.run({ params, body }) };
  return (
    <div className="grid gap-4">
      <BudgetPart query={query} save={save} />
    </div>
  );
}
