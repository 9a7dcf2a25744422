"use client";

import { BookmarkPlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { cases } from "@/lib/contract/cases/calls";
import { Permission } from "@/lib/permissions/bits";

interface ExpectButtonProps {
  params: { resourceSlug: string; datasourceId: string };
  query: string;
  documentId: string;
}

/** Saves the question as a test case that expects this document. */
export function ExpectButton({ params, query, documentId }: ExpectButtonProps) {
  const { why } = usePermission();
  const add = useAction(cases.add, { success: "Test case saved." });
  return (
    <div>
      <DisabledTooltip disabledReason={why(Permission.EDIT_DATASOURCE)}>
        <Button
          variant="link"
          size="sm"
          loading={add.pending}
          onClick={() => void add.run({ params, body: { query, documentIds: [documentId] } })}
        >
          <BookmarkPlus aria-hidden /> Save as test case
        </Button>
      </DisabledTooltip>
    </div>
  );
}
