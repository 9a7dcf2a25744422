"use client";

import { Hand, ShieldCheck, Wrench } from "lucide-react";
import type { ReactNode } from "react";
import { Avatar } from "@/components/shared/details/avatar";
import { Skeleton } from "@/components/ui/skeleton";
import type { Task } from "@/lib/contract/tasks/schemas";
import { pluralize } from "@/lib/utils/text/pluralize";
import { CardFrame, type CardFrameProps } from "./card-frame";

interface StepCardProps extends Omit<CardFrameProps, "name" | "mark" | "children"> {
  /** Undefined while loading. */
  task: Task | undefined;
  number: number;
}

/** A task of a process with its agent, tools, form and approvals. */
export function StepCard({ task, number, ...props }: StepCardProps) {
  if (!task) return <Skeleton data-step={props.id} className="h-24 rounded-card" />;
  const { name, agent, tools, requiresHumanInput, formFields } = task;
  const approvals = tools.filter(({ requireApproval }) => requireApproval).length;
  return (
    <CardFrame {...props} name={name} mark={<span className="text-muted tabular-nums">{number}.</span>}>
      <p className="flex min-w-0 items-center gap-2 text-secondary">
        {agent ? (
          <>
            <Avatar name={agent.name} filename={agent.icon ?? undefined} size="sm" />
            <span className="truncate">
              {agent.name} <span className="text-muted">{agent.modelName ?? "no model"}</span>
            </span>
          </>
        ) : (
          <span className="text-muted">No agent</span>
        )}
      </p>
      <ul className="flex flex-wrap gap-x-3 gap-y-1 text-label text-muted empty:hidden">
        {tools.length > 0 && (
          <Fact icon={<Wrench aria-hidden className="size-3.5" />}>{tools.map((tool) => tool.name).join(", ")}</Fact>
        )}
        {requiresHumanInput && (
          <Fact icon={<Hand aria-hidden className="size-3.5" />}>
            {formFields.length > 0 ? `Form with ${pluralize(formFields.length, "field")}` : "Human input"}
          </Fact>
        )}
        {approvals > 0 && (
          <Fact icon={<ShieldCheck aria-hidden className="size-3.5" />}>{pluralize(approvals, "approval")}</Fact>
        )}
      </ul>
    </CardFrame>
  );
}

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex min-w-0 items-center gap-1">
    {icon} <span className="truncate">{children}</span>
  </li>
);
