"use client";

import { useState } from "react";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { useDeveloperMode } from "@/hooks/account/use-developer-mode";
import { Lazy } from "../page/lazy";
import { lazyPart } from "../page/lazy-part";
import { PlainText } from "./plain-text";

const CodeBlock = lazyPart(
  async () => (await import("./code-block")).CodeBlock,
  ({ code }) => <PlainText text={code} className="font-mono text-secondary" />,
);

/** A value as JSON. */
export function JsonBlock({ value }: { value: unknown }) {
  return (
    <Lazy fallback={<Skeleton className="h-40" />}>
      <CodeBlock code={JSON.stringify(value, null, 2) ?? "undefined"} language="json" />
    </Lazy>
  );
}

/** A value as JSON, collapsed by default. The highlighter is loaded when it is first opened. */
export function FoldedJson({ label, value }: { label: string; value: unknown }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className="space-y-2" onToggle={({ currentTarget }) => setOpened(opened || currentTarget.open)}>
      <summary className="cursor-pointer text-muted text-secondary">{label}</summary>
      {opened && <JsonBlock value={value} />}
    </details>
  );
}

interface RawJsonProps {
  title: string;
  value: unknown;
  onClose(): void;
}

function RawJsonSheet({ title, value, onClose }: RawJsonProps) {
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()}>
      <SheetContent title={title} className="w-[40rem]">
        <div className="p-4 pt-0">
          <JsonBlock value={value} />
        </div>
      </SheetContent>
    </Sheet>
  );
}

/** In developer mode, a menu action that shows a record's JSON, and its sheet. */
export function useRawJson() {
  const { on } = useDeveloperMode();
  const [shown, setShown] = useState<Pick<RawJsonProps, "title" | "value"> | null>(null);
  return {
    on,
    show: (title: string, value: unknown) => setShown({ title, value }),
    sheet: shown && <RawJsonSheet {...shown} onClose={() => setShown(null)} />,
  };
}
