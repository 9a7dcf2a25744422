"use client";

import { Play, Wallet } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { BudgetBar } from "@/components/shared/budget/budget-bar";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import type { BudgetScope } from "@/lib/constants/budgets";
import { budgets } from "@/lib/contract/budgets/calls";
import type { ThreadRequest } from "@/lib/session-log/requests";
import type { AnswerActions } from "./input-request-card";

const scopeNames: Record<BudgetScope, string> = {
  org: "organization",
  team: "team",
  app: "app",
  key: "API key",
  publication: "publication",
  publicationKey: "publication key",
};
const names = new Intl.ListFormat("en", { type: "disjunction" });

const toBudgetPath = (scope: BudgetScope, slug: string, appId: string | undefined): string =>
  ({
    org: `/${slug}/org`,
    team: `/${slug}/team`,
    app: `/${slug}/app/${appId}/edit`,
    key: "/apikeys",
    publication: `/${slug}/app/${appId}/edit?tab=publish`,
    publicationKey: `/${slug}/app/${appId}/edit?tab=publish`,
  })[scope];

interface RequestProps {
  request: ThreadRequest;
  actions: AnswerActions;
}

/** A run that waits for a budget: the budget, its current state, and who can change it. */
export function BudgetRequest({ request, actions }: RequestProps) {
  const { slug, sessionId } = actions.place;
  const [sent, setSent] = useState(false);
  const { requestId } = request;
  const { data, error } = useEndpoint(budgets.asked, {
    params: { resourceSlug: slug, sessionId },
    query: { requestId },
  });
  const state = data?.budgets[0];
  const scope = (state?.scope ?? request.budget?.scope ?? "team") as BudgetScope;
  const resume = async () => {
    setSent(true);
    if ((await actions.answer(requestId, "approve")) !== true) setSent(false);
  };
  const editors = state?.editors.length ? names.format(state.editors) : "Someone who can edit the budget";
  const title = `${requestId}-title`;
  return (
    <fieldset aria-labelledby={title} className="space-y-4 rounded-card border border-warning-border bg-surface p-4">
      <div className="flex gap-3">
        <Wallet aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
        <div className="min-w-0 space-y-1">
          <h3 id={title} className="break-words font-semibold text-body">
            {state?.available ? "The budget is available again" : `The ${scopeNames[scope]} budget is used up`}
          </h3>
          <p className="text-muted text-secondary">
            The run is paused
            {state?.name && (
              <>
                {" by "}
                <bdi className="font-medium text-default">{state.name}</bdi>
                's budget
              </>
            )}
            .{" "}
            {state &&
              (state.available
                ? "It can continue."
                : state.canEdit
                  ? "Raise the budget to resume all paused runs, or allow this run to finish."
                  : `${editors} can raise it or allow this run.`)}
          </p>
        </div>
      </div>
      {state && <BudgetBar {...state} />}
      {error && !state && <p className="text-secondary">{errorMessage(error)}</p>}
      {!data && !error && <Skeleton className="h-12" />}
      {state && (state.available || state.canEdit) && (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" loading={sent} onClick={() => void resume()}>
            <Play aria-hidden /> {state.available ? "Continue" : "Allow this run"}
          </Button>
          {state.canEdit && (
            <Button size="sm" variant="outline" asChild>
              <Link href={toBudgetPath(scope, slug, request.budget?.subjectId)}>Edit budget</Link>
            </Button>
          )}
        </div>
      )}
    </fieldset>
  );
}
