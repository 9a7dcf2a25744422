"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { SearchInput } from "@/components/ui/search-input";
import type { DiscoveredStream, StreamConfig } from "@/lib/contract/datasources/settings";
import { pluralize } from "@/lib/utils/text/pluralize";
import { streamDefaults } from "./stream-defaults";
import { StreamRow } from "./stream-row";

interface StreamPickerProps {
  streams: readonly DiscoveredStream[];
  value: readonly StreamConfig[];
  onChange(value: StreamConfig[]): void;
}

const searchThreshold = 8;

/** Selects the streams to sync, with their settings. */
export function StreamPicker({ streams, value, onChange }: StreamPickerProps) {
  const [text, setText] = useState("");
  const chosen = new Map(value.map((config) => [config.name, config]));
  const missing = value.filter(({ name }) => !streams.some((stream) => stream.name === name));
  const shown = streams.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()));
  const shownChosen = shown.filter(({ name }) => chosen.has(name)).length;
  const set = (stream: DiscoveredStream, config: StreamConfig | null) => {
    const next = new Map(chosen);
    if (config) next.set(stream.name, config);
    else next.delete(stream.name);
    onChange(streams.flatMap(({ name }) => next.get(name) ?? []));
  };
  const setAll = (on: boolean) => {
    const names = new Set(shown.map(({ name }) => name));
    onChange(
      streams.flatMap((stream) => {
        const config = chosen.get(stream.name);
        if (!names.has(stream.name)) return config ?? [];
        return on ? (config ?? streamDefaults(stream)) : [];
      }),
    );
  };
  if (streams.length === 0) return <p className="text-muted">The source has nothing to sync.</p>;
  return (
    <div className="grid grid-cols-1 gap-3">
      {streams.length >= searchThreshold && <SearchInput label="Search streams" value={text} onChange={setText} />}
      <div className="flex items-center gap-3 px-3">
        <Checkbox
          id="all-streams"
          checked={shownChosen === 0 ? false : shownChosen === shown.length ? true : "mixed"}
          onChange={setAll}
        />
        <label htmlFor="all-streams" className="text-secondary">
          {text ? "All matching" : "All"}
        </label>
        <span role="status" className="ml-auto text-label text-muted tabular-nums">
          {value.length - missing.length} of {pluralize(streams.length, "stream")} selected
        </span>
      </div>
      <ul aria-label="Streams" className="divide-y rounded-card border">
        {shown.map((stream) => (
          <StreamRow
            key={stream.name}
            stream={stream}
            config={chosen.get(stream.name)}
            onChange={(config) => set(stream, config)}
          />
        ))}
        {shown.length === 0 && (
          <li className="px-3 py-6 text-center text-muted text-secondary">No matching streams.</li>
        )}
      </ul>
      {missing.length > 0 && (
        <p className="text-secondary text-warning">
          The source no longer has {new Intl.ListFormat("en").format(missing.map(({ name }) => name))}. Saving removes{" "}
          {missing.length === 1 ? "it" : "them"}.
        </p>
      )}
    </div>
  );
}
