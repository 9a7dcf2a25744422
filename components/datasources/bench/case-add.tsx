"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/field";
import { FormActions } from "@/components/shared/form-section";
import { SearchSelect } from "@/components/shared/search-select";
import { Button } from "@/components/ui/button";
import { Explained } from "@/components/ui/explained";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/use-action";
import { useEndpoint } from "@/hooks/use-endpoint";
import { usePermission } from "@/hooks/use-permission";
import { useQuietText } from "@/hooks/use-quiet-text";
import { cases } from "@/lib/contract/calls/cases";
import { documents } from "@/lib/contract/calls/documents";
import { Permission } from "@/lib/permissions/bits";

interface CaseAddProps {
  params: { resourceSlug: string; datasourceId: string };
  question: string | undefined;
}

/** A test question for a document that was not found, or was not asked for yet. */
export function CaseAdd({ params, question }: CaseAddProps) {
  const { has } = usePermission();
  const [open, setOpen] = useState(false);
  if (!has(Permission.EDIT_DATASOURCE)) return null;
  if (!open)
    return (
      <div>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          <Plus aria-hidden /> Add a test question
        </Button>
      </div>
    );
  return <CaseForm params={params} question={question ?? ""} onClose={() => setOpen(false)} />;
}

function CaseForm({ params, question, onClose }: CaseAddProps & { question: string; onClose(): void }) {
  const [query, setQuery] = useState(question);
  const [documentId, setDocumentId] = useState<string | null>(null);
  const { text, quiet, onChange } = useQuietText();
  const found = useEndpoint(documents.list, {
    params: { resourceSlug: params.resourceSlug },
    query: { datasourceId: params.datasourceId, sort: "name", limit: 50, ...(quiet && { q: quiet }) },
  });
  const add = useAction(cases.add, { success: "Test question saved.", onSuccess: onClose });
  const ready = query.trim() !== "" && documentId !== null;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (ready) void add.run({ params, body: { query, documentIds: [documentId] } });
  };
  return (
    <form onSubmit={save} className="grid grid-cols-1 gap-3 rounded-card border bg-sunken p-3">
      <Field label="Question">
        <Input autoFocus value={query} maxLength={4_000} onChange={({ target }) => setQuery(target.value)} />
      </Field>
      <Field label="Should find">
        <SearchSelect
          placeholder="Choose a document"
          emptyText={quiet ? "No document of this name." : "There is no document yet."}
          value={documentId}
          onChange={setDocumentId}
          options={(found.data?.documents ?? []).map(({ _id, title }) => ({ value: _id, label: title }))}
          search={{ text, onChange, loading: found.isPending }}
        />
      </Field>
      <FormActions>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Explained why={ready ? undefined : "Write a question and choose the document that it should find."}>
          <Button type="submit" loading={add.pending}>
            Save
          </Button>
        </Explained>
      </FormActions>
    </form>
  );
}
