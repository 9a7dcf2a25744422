"use client";

import { useRef, useState } from "react";
import { EntityAvatar } from "@/components/shared/entity-avatar";
import { Button } from "@/components/ui/button";
import { useAction } from "@/hooks/use-action";
import { assets } from "@/lib/contract/assets";

interface IconFieldProps {
  slug: string;
  /** What the generated avatar is made from. */
  name: string;
  iconId: string | null;
  /** Of the stored icon. */
  filename?: string;
  onChange(iconId: string | null): void;
}

/** An uploaded picture, or an avatar made from the name. */
export function IconField({ slug, name, iconId, filename, onChange }: IconFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  const [uploaded, setUploaded] = useState<string>();
  const upload = useAction(assets.add, {
    onSuccess: (answer) => {
      setUploaded(answer.filename);
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
      <EntityAvatar name={name || "?"} filename={iconId ? (uploaded ?? filename) : undefined} className="size-12" />
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        hidden
        onChange={({ target }) => choose(target.files?.[0])}
      />
      <Button variant="outline" size="sm" loading={upload.pending} onClick={() => picker.current?.click()}>
        Upload a picture
      </Button>
      {iconId && (
        <Button variant="ghost" size="sm" onClick={() => onChange(null)}>
          Remove
        </Button>
      )}
    </div>
  );
}
