"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { OptionSelect } from "@/components/ui/option-select";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { agents } from "@/lib/contract/agents/calls";

interface AgentPinProps {
  slug: string;
  agentId: string;
  name: string;
  /** The pinned revision; absent: the app follows the applied one. */
  pin: number | undefined;
  onPin(revision: number | undefined): void;
}

/** An agent of an app with its pinned revision. The revisions are loaded when the menu opens. */
export function AgentPin({ slug, agentId, name, pin, onPin }: AgentPinProps) {
  const [menuOpened, setMenuOpened] = useState(false);
  const shown = menuOpened || pin !== undefined;
  const params = { resourceSlug: slug, agentId };
  const revisions = useEndpoint(agents.revisions, { params, enabled: shown }).data?.revisions ?? [];
  const options = [
    { value: "", label: "Latest applied" },
    ...revisions.map(({ number, note, applied }) => ({
      value: String(number),
      label: `Pinned to revision ${number}${applied ? ", applied" : ""}`,
      help: note || undefined,
    })),
  ];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-1 pl-3">
      <span dir="auto" className="min-w-0 flex-1 basis-24 truncate text-body max-sm:basis-full" title={name}>
        {name}
      </span>
      {shown ? (
        <OptionSelect
          aria-label={`Revision of ${name}`}
          size="sm"
          className="w-56"
          value={revisions.some(({ number }) => number === pin) ? String(pin) : ""}
          options={options}
          onChange={(number) => onPin(number ? Number(number) : undefined)}
        />
      ) : (
        <Button variant="ghost" size="sm" aria-label={`${name}: Latest applied`} onClick={() => setMenuOpened(true)}>
          Latest applied
        </Button>
      )}
    </li>
  );
}
