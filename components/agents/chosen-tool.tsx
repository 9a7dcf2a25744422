"use client";

import { Settings2, X } from "lucide-react";
import { useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { PinSelect } from "@/components/shared/revisions/pin-select";
import { Button } from "@/components/ui/button";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { tools } from "@/lib/contract/tools/calls";

const RetrievalDialog = lazyPart(async () => (await import("./retrieval-dialog")).RetrievalDialog);

interface ChosenToolProps {
  slug: string;
  toolId: string;
  name: string;
  /** It searches a data source, with settings that can be changed in place. */
  knowledge: boolean;
  /** The pinned revision; absent: the agent follows the applied one. */
  pin: string | undefined;
  onPin(revisionId: string | undefined): void;
  onRemove(): void;
}

/** A tool of the agent with its pinned revision. */
export function ChosenTool({ slug, toolId, name, knowledge, pin, onPin, onRemove }: ChosenToolProps) {
  const [menuOpened, setMenuOpened] = useState(false);
  const [settingsOpen, setSettingsOpen] = useState<boolean>();
  const isOpen = menuOpened || pin !== undefined;
  const params = { resourceSlug: slug, toolId };
  const revisions = useEndpoint(tools.get, { params, enabled: isOpen }).data?.revisions ?? [];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-1 pl-3">
      <span dir="auto" className="min-w-0 flex-1 basis-24 truncate max-sm:basis-full text-body" title={name}>
        {name}
      </span>
      <PinSelect
        name={name}
        isOpen={isOpen}
        onOpen={() => setMenuOpened(true)}
        revisions={revisions.map((one) => ({ ...one, value: one._id }))}
        pin={pin}
        onPin={onPin}
      />
      {knowledge && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Retrieval settings of ${name}`}
          onClick={() => setSettingsOpen(true)}
        >
          <Settings2 aria-hidden />
        </Button>
      )}
      {settingsOpen !== undefined && (
        <Lazy fallback={null}>
          <RetrievalDialog slug={slug} toolId={toolId} open={settingsOpen} onOpenChange={setSettingsOpen} />
        </Lazy>
      )}
      <Button variant="ghost" size="icon" aria-label={`Remove ${name}`} onClick={onRemove}>
        <X aria-hidden />
      </Button>
    </li>
  );
}
