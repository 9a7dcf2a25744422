"use client";

import { Settings2, X } from "lucide-react";
import { useState } from "react";
import { Lazy } from "@/components/shared/page/lazy";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
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

/** A tool of the agent with its pinned revision. The revisions are loaded when the menu opens. */
export function ChosenTool({ slug, toolId, name, knowledge, pin, onPin, onRemove }: ChosenToolProps) {
  const [menuOpened, setMenuOpened] = useState(false);
  const [settingsOpen, setSettingsOpen] = useState<boolean>();
  const shown = menuOpened || pin !== undefined;
  const params = { resourceSlug: slug, toolId };
  const revisions = useEndpoint(tools.get, { params, enabled: shown }).data?.revisions ?? [];
  const options = [
    { value: "", label: "Latest applied" },
    ...revisions.map(({ _id, number, note, applied }) => ({
      value: _id,
      label: `Pinned to revision ${number}${applied ? ", applied" : ""}`,
      help: note || undefined,
    })),
  ];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-1 pl-3">
      <span dir="auto" className="min-w-0 flex-1 basis-24 truncate max-sm:basis-full text-body" title={name}>
        {name}
      </span>
      {shown ? (
        <OptionSelect
          aria-label={`Revision of ${name}`}
          size="sm"
          className="w-56"
          value={revisions.some(({ _id }) => _id === pin) ? pin : ""}
          options={options}
          onChange={(id) => onPin(id || undefined)}
        />
      ) : (
        <Button variant="ghost" size="sm" aria-label={`${name}: Latest applied`} onClick={() => setMenuOpened(true)}>
          Latest applied
        </Button>
      )}
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
