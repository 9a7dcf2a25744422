"use client";

import { useState } from "react";
import { Collapsible, CollapsibleContent, CollapsibleTrigger } from "@/components/ui/collapsible";
import { CodeBlock } from "./code-block";

interface JsonViewProps {
  value: unknown;
  label?: string;
  defaultOpen?: boolean;
}

/** Something raw, folded away until it is wanted. */
export function JsonView({ value, label = "Raw JSON", defaultOpen = false }: JsonViewProps) {
  const [open, setOpen] = useState(defaultOpen);
  return (
    <Collapsible open={open} onOpenChange={setOpen}>
      <CollapsibleTrigger className="text-muted text-secondary">{label}</CollapsibleTrigger>
      <CollapsibleContent className="pt-2">
        <CodeBlock code={JSON.stringify(value, null, 2) ?? "undefined"} language="json" />
      </CollapsibleContent>
    </Collapsible>
  );
}
