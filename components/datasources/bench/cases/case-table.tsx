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
  listed: ResponseBody<typeof cases.list>["cases"];
  /** One column a run; empty before the first run. */
  columns: RunColumn[];
}

/** The test questions, each with the place at which its document was found. */
export function CaseTable({ params, listed, columns }: CaseTableProps) {
  const { why } = usePermission();
  const remove = useAction(cases.remove, { success: "Test question deleted." });
  return (
    <div className="overflow-hidden rounded-card border">
      <Table label="Test questions" className="text-secondary">
        <TableHeader>
          <TableRow className="h-9 bg-sunken">
            <TableHead>Question</TableHead>
            <TableHead className="max-sm:hidden">Should find</TableHead>
            {columns.map(({ short }) => (
              <TableHead key={short}>{short}</TableHead>
            ))}
            <TableHead>
              <span className="sr-only">Delete</span>
            </TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {listed.map(({ _id, query, documents }) => (
            <TableRow key={_id}>
              <TableCell className="min-w-28 [overflow-wrap:anywhere] sm:min-w-40">
                {query}
                <span className="block text-label text-muted sm:hidden">{titlesOf(documents)}</span>
              </TableCell>
              <TableCell className="min-w-32 text-muted [overflow-wrap:anywhere] max-sm:hidden">
                {titlesOf(documents)}
              </TableCell>
              {columns.map((column) => (
                <Place key={column.short} of={column} id={_id} />
              ))}
              <TableCell className="w-12 px-1 text-right">
                <DisabledTooltip why={why(Permission.EDIT_DATASOURCE)}>
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

const titlesOf = (documents: readonly { title: string }[]): string => documents.map(({ title }) => title).join(", ");

function Place({ of: { run, than }, id }: { of: RunColumn; id: string }) {
  const found = run.cases.find(({ _id }) => _id === id);
  const before = than?.cases.find(({ _id }) => _id === id);
  if (!found) return <TableCell className="text-faint">Not asked</TableCell>;
  const { rank } = found;
  return (
    <TableCell className="whitespace-nowrap max-sm:px-2">
      <span className={`inline-flex items-center gap-1 ${rank === null ? "text-danger" : "text-success"}`}>
        {rank === null ? <X aria-hidden className="size-4" /> : <Check aria-hidden className="size-4" />}
        {rank === null ? "Not found" : `No. ${rank}`}
      </span>
      {before && <RankChange rank={rank} than={before.rank} />}
    </TableCell>
  );
}
