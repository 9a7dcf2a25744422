"use client";

import { useRef } from "react";
import { Avatar } from "@/components/shared/details/avatar";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/api/use-action";
import { assets } from "@/lib/contract/assets/calls";
import { readTab, writeTab } from "@/lib/utils/browser/tab-storage";

interface IconFieldProps {
  slug: string;
  /** The generated avatar is derived from it. */
  name: string;
  value?: string | null | undefined;
  /** Of the stored icon. */
  filename?: string | undefined;
  onChange(iconId: string | null): void;
}

const iconKey = (iconId: string) => `icon.${iconId}`;

/** An uploaded picture, or an avatar generated from the name. */
export function IconField({ slug, name, value: iconId, filename, onChange }: IconFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const upload = useAction(assets.add, {
    onSuccess: (answer) => {
      // Stored for a restored form, which only has the id.
      writeTab(iconKey(answer._id), answer.filename);
      onChange(answer._id);
    },
  });
  const choose = (file: File | undefined) => {
    if (!file) return;
    const formData = new FormData();
    formData.set("file", file);
    void upload.run({ params: { resourceSlug: slug }, formData });
  };
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name || "?"} filename={iconId ? (readTab(iconKey(iconId)) ?? filename) : undefined} size="lg" />
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Button variant="outline" size="sm" loading={upload.pending} onClick={() => picker.current?.click()}>
        Upload image
      </Button>
      {iconId && (
        <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
          Remove
        </Button>
      )}
    </div>
  );
}
