"use client";

import { useRef, useState } from "react";
import { Spinner } from "@/components/ui/spinner";
import { usePlan } from "@/hooks/account/use-plan";
import { readStaticFile } from "@/lib/api/static-file";
import { type Example, examples } from "./examples";

interface ExampleCardsProps {
  pending: boolean;
  onOpen(text: string): void;
  onFail(sentence: string): void;
}

const failed = "The example couldn't be loaded. Check your connection and try again.";

/** Example apps. A file is loaded when it is chosen. */
export function ExampleCards({ pending, onOpen, onFail }: ExampleCardsProps) {
  const plan = usePlan();
  const latest = useRef<Example>(undefined);
  const [loading, setLoading] = useState<Example>();
  const [selected, setSelected] = useState<Example>();
  const choose = async (example: Example) => {
    latest.current = example;
    setLoading(example);
    const text = await readStaticFile(example.path);
    // Another example was chosen in the meantime.
    if (latest.current !== example) return;
    setLoading(undefined);
    setSelected(example);
    if (text === undefined) onFail(failed);
    else onOpen(text);
  };
  return (
    <ul aria-label="Examples" className="grid grid-cols-1 gap-3 md:grid-cols-3">
      {examples.map((example) => {
        const { name, text, icon: Icon, functionTools } = example;
        const busy = loading === example || (pending && !loading && selected === example);
        return (
          <li key={name} className="grid">
            <button
              type="button"
              aria-busy={busy}
              onClick={() => void choose(example)}
              className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-3 rounded-card border bg-surface p-4 text-left transition-colors hover:border-strong hover:bg-hover"
            >
              {busy ? <Spinner className="mt-0.5 size-4" /> : <Icon aria-hidden className="mt-0.5 size-4 text-muted" />}
              <span className="grid gap-0.5">
                <span className="font-medium text-body">{name}</span>
                <span className="text-muted text-secondary">{text}</span>
                {functionTools && plan && !plan.limits.functionTools && (
                  <span className="text-secondary text-warning">Your plan doesn't include function tools.</span>
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
