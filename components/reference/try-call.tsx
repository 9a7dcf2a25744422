"use client";

import { useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { Field } from "@/components/shared/form/field";
import { CodeBlock } from "@/components/shared/markdown/code-block";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useAccount } from "@/context/account";
import { curlLine } from "@/lib/utils/json/curl";
import { buildExample, type Operation } from "@/lib/utils/json/open-api";
import { buildPath, useTry } from "./use-try";

const initialValues = ({ body, multipart }: Operation): string =>
  body && !multipart ? JSON.stringify(buildExample(body), null, 2) : "";

/** Makes the call as the signed-in account, and shows it as a curl command. */
export function TryCall({ operation }: { operation: Operation }) {
  const { account } = useAccount();
  const shownParameters = operation.parameters.filter((parameter) => parameter.in !== "header");
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() => initialValues(operation));
  const { send, pending, result, problem } = useTry(operation);
  const allValues = { resourceSlug: account?.currentTeam ?? "", ...values };
  const sends = operation.body !== undefined && !operation.multipart;
  const url = `${typeof window === "undefined" ? "" : window.location.origin}${buildPath(operation, allValues)}`;
  const line = curlLine({ method: operation.method, url, body: sends ? body : undefined });
  // Streams, downloads and uploads cannot be tried in the page.
  const here = operation.answer !== undefined && !operation.multipart;
  return (
    <section className="space-y-3 rounded-card border bg-surface p-4">
      <h3 className="font-medium">Try it</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        {shownParameters.map(({ name, required }) => (
          <Field key={name} label={name} required={required}>
            <Input
              className="font-mono"
              value={allValues[name as keyof typeof allValues] ?? ""}
              onChange={({ target }) => setValues({ ...values, [name]: target.value })}
            />
          </Field>
        ))}
      </div>
      {sends && (
        <Field label="Body (JSON)" error={problem}>
          <Textarea
            className="font-mono text-secondary"
            rows={6}
            spellCheck={false}
            value={body}
            onChange={({ target }) => setBody(target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        {here && (
          <Button disabled={pending} onClick={() => void send(allValues, sends ? body : undefined)}>
            Send
          </Button>
        )}
        <CopyButton text={line} label="Copy as curl" showLabel variant="outline" size="default" />
      </div>
      {result && (
        <div role="status" className="space-y-2">
          <p className="flex items-center gap-2">
            <Badge tone={result.status < 400 ? "success" : "danger"}>{result.status || "No response"}</Badge>
            <span className="text-muted text-secondary tabular-nums">{result.ms} ms</span>
          </p>
          <CodeBlock code={result.text} language="json" />
        </div>
      )}
    </section>
  );
}
