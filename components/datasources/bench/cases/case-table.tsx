"use client";

import { Check, Trash2, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import type { ResponseBody } from "@/lib/contract/base/endpoint";
import { cases } from "@/lib/contract/cases/calls";
import { Permission } from "@/lib/permissions/bits";
import { RankChange } from "../score-change";
import type { RunColumn } from "./use-case-runs";

interface CaseTableProps {
  params: { resourceSlug: string; datasourceId: string };
  items: ResponseBody<typeof cases.list>["cases"];
  /** One column per run; empty before the first run. */
  columns: RunColumn[];
}

/** The test questions, each with the rank of its expected document in every run. */
export function CaseTable({ params, items, columns }: CaseTableProps) {
  const { why } = usePermission();
  const remove = useAction(cases.remove, { success: "Test case deleted." });
  return (
    <div className="overflow-hidden rounded-card border">
      <Table label="Test cases" className="text-secondary">
        <TableHeader>
          <TableRow className="h-9 bg-sunken">
            <TableHead>Question</TableHead>
            <TableHead className="max-sm:hidden">Expected document</TableHead>
            {columns.map(({ shortTitle }) => (
              <TableHead key={shortTitle}>{shortTitle}</TableHead>
            ))}
            <TableHead>
              <span className="sr-only">Delete</span>
            </TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {items.map(({ _id, query, documents }) => (
            <TableRow key={_id}>
              <TableCell className="min-w-28 [overflow-wrap:anywhere] sm:min-w-40">
                {query}
                <span className="block text-label text-muted sm:hidden">{formatTitles(documents)}</span>
              </TableCell>
              <TableCell className="min-w-32 text-muted [overflow-wrap:anywhere] max-sm:hidden">
                {formatTitles(documents)}
              </TableCell>
              {columns.map((column) => (
                <RankCell key={column.shortTitle} column={column} id={_id} />
              ))}
              <TableCell className="w-12 px-1 text-right">
                <DisabledTooltip disabledReason={why(Permission.EDIT_DATASOURCE)}>
                  <Button
                    variant="ghost"
                    size="icon"
                    className="size-8"
                    aria-label={`Delete “${query.slice(0, 60)}”`}
                    onClick={() => void remove.run({ params: { ...params, caseId: _id } })}
                  >
                    <Trash2 aria-hidden />
                  </Button>
                </DisabledTooltip>
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}

const formatTitles = (documents: readonly { title: string }[]): string =>
  documents.map(({ title }) => title).join(", ");

function RankCell({ column: { run, baseline }, id }: { column: RunColumn; id: string }) {
  const result = run.cases.find(({ _id }) => _id === id);
  const before = baseline?.cases.find(({ _id }) => _id === id);
  if (!result) return <TableCell className="text-faint">Not run</TableCell>;
  const { rank } = result;
  return (
    <TableCell className="whitespace-nowrap max-sm:px-2">
      <span className={`inline-flex items-center gap-1 ${rank === null ? "text-danger" : "text-success"}`}>
        {rank === null ? <X aria-hidden className="size-4" /> : <Check aria-hidden className="size-4" />}
        {rank === null ? "Not found" : `#${rank}`}
      </span>
      {before && <RankChange rank={rank} previous={before.rank} />}
    </TableCell>
  );
}
