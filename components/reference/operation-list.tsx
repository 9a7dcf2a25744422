"use client";

import { Input } from "@/components/ui/input";
import { cn } from "@/lib/utils/cn";
import type { Operation } from "@/lib/utils/json/open-api";
import { MethodBadge } from "./method-badge";

interface OperationListProps {
  operations: Operation[];
  chosen: string | undefined;
  search: string;
  onSearch(text: string): void;
  onChoose(id: string): void;
}

export function OperationList({ operations, chosen, search, onSearch, onChoose }: OperationListProps) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = operations.filter(({ method, path, summary }) => {
    const text = `${method} ${path} ${summary}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const groups = Map.groupBy(found, ({ resource }) => resource);
  return (
    <nav
      aria-label="Endpoints"
      className="min-w-0 space-y-4 lg:sticky lg:top-16 lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:pr-1"
    >
      <Input
        type="search"
        aria-label="Search endpoints"
        placeholder="Search endpoints"
        value={search}
        onChange={(event) => onSearch(event.target.value)}
      />
      {found.length === 0 && <p className="text-muted text-secondary">No matching endpoints.</p>}
      <div className="max-h-80 space-y-4 overflow-y-auto lg:max-h-none lg:overflow-visible">
        {[...groups].map(([resource, calls]) => (
          <section key={resource} aria-label={resource}>
            <h2 className="mb-1 font-medium text-label text-muted">{resource}</h2>
            <ul>
              {calls.map(({ id, method, summary }) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={id === chosen ? "true" : undefined}
                    onClick={() => onChoose(id)}
                    className={cn(
                      "flex min-h-8 w-full items-start gap-2 rounded-control px-2 py-1.5 text-left text-secondary hover:bg-hover",
                      id === chosen && "bg-hover font-medium",
                    )}
                  >
                    <MethodBadge method={method} />
                    <span className="min-w-0">{summary}</span>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  );
}
