"use client";

import { Upload } from "lucide-react";
import { useRef, useState } from "react";
import { CodeEditor } from "@/components/shared/code/code-editor";
import { Field } from "@/components/shared/form/field";
import { FormField } from "@/components/shared/form/form-field";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { useAction } from "@/hooks/api/use-action";
import type { ApiError } from "@/lib/api/api-error";
import { tools } from "@/lib/contract/tools/calls";
import type { HttpOperation } from "@/lib/contract/tools/outputs";
import type { HttpContractForm } from "./http-starters";
import { OperationChoice } from "./operation-choice";

/** An OpenAPI document, typed, uploaded or loaded from a URL, and the operations that agents may call. */
export function OpenApiFields({ slug, form }: { slug: string; form: HttpContractForm }) {
  const { control, setValue, getValues, setError, clearErrors } = form;
  const file = useRef<HTMLInputElement>(null);
  const loading = useRef(false);
  const [address, setAddress] = useState(() => {
    const definition = getValues("definition");
    return (definition.source === "openapi" && definition.address) || "";
  });
  const [loadedOperations, setLoadedOperations] = useState<HttpOperation[]>();
  const [addressError, setAddressError] = useState<string>();
  const read = useAction(tools.readDocument, {
    onSuccess: ({ document, servers, operations }) => {
      setLoadedOperations(operations);
      if (document !== undefined) {
        setValue("definition.document", document, { shouldDirty: true });
        setValue("definition.address", address, { shouldDirty: true });
        if (!getValues("definition.server") && servers[0])
          setValue("definition.server", servers[0], { shouldDirty: true });
      }
      const ids = new Set(operations.map(({ id }) => id));
      const chosen = (getValues("definition.operations") ?? []).filter((id) => ids.has(id));
      setValue("definition.operations", chosen, { shouldDirty: true });
    },
    onError: ({ message, issues }: ApiError) => {
      const text = issues[0]?.message ?? message;
      // Errors of a loaded document are shown at its URL.
      if (loading.current) setAddressError(text);
      else setError("definition.document", { type: "server", message: text });
      return true;
    },
  });
  const run = (body: { document: string } | { address: string }) => {
    loading.current = "address" in body;
    clearErrors("definition.document");
    setAddressError(undefined);
    void read.run({ params: { resourceSlug: slug }, body });
  };
  const upload = async (chosen: File | undefined) => {
    if (!chosen) return;
    const document = await chosen.text();
    setValue("definition.document", document, { shouldDirty: true });
    setValue("definition.address", null, { shouldDirty: true });
    run({ document });
  };
  return (
    <>
      <Field
        label="Load from URL"
        error={addressError}
        help="URL of the service's OpenAPI or Swagger document, JSON or YAML."
      >
        <div className="flex gap-2">
          <Input
            inputMode="url"
            placeholder="https://example.com/openapi.json"
            value={address}
            onChange={({ target }) => setAddress(target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              if (address.trim()) run({ address: address.trim() });
            }}
          />
          <Button
            variant="outline"
            loading={read.pending}
            disabled={!address.trim()}
            onClick={() => run({ address: address.trim() })}
          >
            Load
          </Button>
        </div>
      </Field>
      <FormField
        control={control}
        name="definition.document"
        label="Document"
        required
        group
        aside={
          <Button variant="link" size="sm" onClick={() => file.current?.click()}>
            <Upload aria-hidden /> Upload a file
          </Button>
        }
      >
        {({ value = "", name: _name, ...field }) => (
          <>
            <CodeEditor {...field} value={value} className="h-56" language="json" />
            <input
              ref={file}
              type="file"
              className="hidden"
              aria-hidden
              tabIndex={-1}
              accept=".json,.yaml,.yml,application/json,text/yaml"
              onChange={({ target }) => {
                void upload(target.files?.[0]);
                target.value = "";
              }}
            />
            <div>
              <Button
                variant="outline"
                size="sm"
                loading={read.pending}
                disabled={!value.trim()}
                onClick={() => run({ document: value })}
              >
                Load operations
              </Button>
            </div>
          </>
        )}
      </FormField>
      <FormField
        control={control}
        name="definition.operations"
        label="Operations"
        required
        group
        help="Each selected operation becomes a function. Only selected operations are stored."
      >
        {({ value = [], onChange, ref }) => (
          <OperationChoice ref={ref} operations={loadedOperations} chosen={value} onChange={onChange} />
        )}
      </FormField>
      <FormField
        control={control}
        name="definition.server"
        label="Server URL"
        help="Defaults to the first server in the document."
      >
        {({ value, onChange, ...field }) => (
          <Input
            {...field}
            inputMode="url"
            autoComplete="off"
            value={value ?? ""}
            onChange={({ target }) => onChange(target.value === "" ? null : target.value)}
          />
        )}
      </FormField>
    </>
  );
}
