"use client";

import { BookmarkPlus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { useAction } from "@/hooks/use-action";
import { usePermission } from "@/hooks/use-permission";
import { cases } from "@/lib/contract/calls/cases";
import { Permission } from "@/lib/permissions/bits";

interface ExpectButtonProps {
  params: { resourceSlug: string; datasourceId: string };
  query: string;
  documentId: string;
}

/** Keeps the question with the document that it should find. */
export function ExpectButton({ params, query, documentId }: ExpectButtonProps) {
  const { why } = usePermission();
  const add = useAction(cases.add, { success: "Test question saved." });
  return (
    <div>
      <Explained why={why(Permission.EDIT_DATASOURCE)}>
        <Button
          variant="link"
          size="sm"
          loading={add.pending}
          onClick={() => void add.run({ params, body: { query, documentIds: [documentId] } })}
        >
          <BookmarkPlus aria-hidden /> Save the question, expecting this document
        </Button>
      </Explained>
    </div>
  );
}
