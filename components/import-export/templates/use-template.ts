"use client";

import { useState } from "react";
import { useAction } from "@/hooks/api/use-action";
import { readStaticFile } from "@/lib/api/static-file";
import type { TemplateId } from "@/lib/constants/templates";
import { samples } from "@/lib/contract/samples/calls";
import type { ImportState } from "../use-import";

const failed = "The template couldn't be loaded. Check your connection and try again.";

/** Adds a template to the team: creates what it needs, then imports its file, which is loaded on use. */
export function useTemplate(slug: string, template: TemplateId, { open, install, refuse }: ImportState) {
  const [pending, setPending] = useState<"use" | "review">();
  const prepare = useAction(samples.prepare, { navigate: false, invalidate: ["models", "datasources", "tools"] });
  const load = async (action: "use" | "review", work: (text: string) => Promise<void>): Promise<void> => {
    setPending(action);
    const text = await readStaticFile(`/templates/${template}.yaml`);
    if (text === undefined) refuse(failed);
    else await work(text);
    setPending(undefined);
  };
  return {
    pending,
    use: () =>
      load("use", async (text) => {
        const prepared = await prepare.run({ params: { resourceSlug: slug }, body: { template } });
        if (prepared) await install({ text }, prepared.mapping);
      }),
    /** Opens the preview, with nothing chosen or created. */
    review: () => load("review", (text) => open({ text })),
  };
}
