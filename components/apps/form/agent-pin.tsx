"use client";

import { useState } from "react";
import { PinSelect } from "@/components/shared/revisions/pin-select";
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

/** An agent of an app with its pinned revision. */
export function AgentPin({ slug, agentId, name, pin, onPin }: AgentPinProps) {
  const [menuOpened, setMenuOpened] = useState(false);
  const isOpen = menuOpened || pin !== undefined;
  const params = { resourceSlug: slug, agentId };
  const revisions = useEndpoint(agents.revisions, { params, enabled: isOpen }).data?.revisions ?? [];
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 py-1 pr-1 pl-3">
      <span dir="auto" className="min-w-0 flex-1 basis-24 truncate text-body max-sm:basis-full" title={name}>
        {name}
      </span>
      <PinSelect
        name={name}
        isOpen={isOpen}
        onOpen={() => setMenuOpened(true)}
        revisions={revisions.map((one) => ({ ...one, value: String(one.number) }))}
        pin={pin === undefined ? undefined : String(pin)}
        onPin={(value) => onPin(value ? Number(value) : undefined)}
      />
    </li>
  );
}
