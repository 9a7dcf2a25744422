"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Field } from "@/components/shared/form/field";
import { FormActions } from "@/components/shared/form/form-section";
import { SearchSelect } from "@/components/shared/pickers/search-select";
import { Button } from "@/components/ui/button";
import { DisabledTooltip } from "@/components/ui/disabled-tooltip";
import { Input } from "@/components/ui/input";
import { usePermission } from "@/hooks/account/use-permission";
import { useAction } from "@/hooks/api/use-action";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useDebouncedText } from "@/hooks/forms/use-debounced-text";
import { cases } from "@/lib/contract/cases/calls";
import { documents } from "@/lib/contract/documents/calls";
import { Permission } from "@/lib/permissions/bits";

interface CaseAddProps {
  params: { resourceSlug: string; datasourceId: string };
  question: string | undefined;
}

/** Adds a test question with the document it should find. */
export function CaseAdd({ params, question }: CaseAddProps) {
  const { has } = usePermission();
  const [open, setOpen] = useState(false);
  if (!has(Permission.EDIT_DATASOURCE)) return null;
  if (!open)
    return (
      <div>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          <Plus aria-hidden /> New test case
        </Button>
      </div>
    );
  return <CaseForm params={params} question={question ?? ""} onClose={() => setOpen(false)} />;
}

function CaseForm({ params, question, onClose }: CaseAddProps & { question: string; onClose(): void }) {
  const [query, setQuery] = useState(question);
  const [documentId, setDocumentId] = useState<string | null>(null);
  const { text, debounced, onChange } = useDebouncedText();
  const documentsQuery = useEndpoint(documents.list, {
    params: { resourceSlug: params.resourceSlug },
    query: { datasourceId: params.datasourceId, sort: "name", limit: 50, ...(debounced && { q: debounced }) },
  });
  const add = useAction(cases.add, { success: "Test case saved.", onSuccess: onClose });
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
      <Field label="Expected document">
        <SearchSelect
          placeholder="Choose a document"
          emptyText={debounced ? "No matching documents." : "No documents yet."}
          value={documentId}
          onChange={setDocumentId}
          options={(documentsQuery.data?.documents ?? []).map(({ _id, title }) => ({ value: _id, label: title }))}
          search={{ text, onChange, loading: documentsQuery.isPending }}
        />
      </Field>
      <FormActions>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <DisabledTooltip disabledReason={ready ? undefined : "Enter a question and choose the expected document."}>
          <Button type="submit" loading={add.pending}>
            Save
          </Button>
        </DisabledTooltip>
      </FormActions>
    </form>
  );
}
