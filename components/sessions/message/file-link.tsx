"use client";

import { FileText } from "lucide-react";
import { usePathname } from "next/navigation";
import { errorMessage } from "@/lib/api/api-error";
import { call } from "@/lib/api/browser";
import { sessions } from "@/lib/contract/sessions/calls";
import { saveBlob } from "@/lib/utils/browser/save-blob";
import { isSharedPath } from "@/lib/utils/paths/page-kind";
import { toast } from "@/lib/utils/toasts/toast";

interface FileLinkProps {
  slug: string;
  sessionId: string;
  fileId: string | undefined;
  filename: string | undefined;
}

const linkClasses = "flex items-center gap-1.5 rounded-mark bg-surface px-2 py-1 text-label hover:underline";

/** Downloads an attached file. Visitors have no cookie, so a plain link would not work. */
export function FileLink({ slug, sessionId, fileId = "", filename = "file" }: FileLinkProps) {
  const shared = isSharedPath(usePathname());
  const content = (
    <>
      <FileText aria-hidden className="size-3.5 shrink-0" /> <span className="truncate">{filename}</span>
    </>
  );
  if (!shared)
    return (
      <a href={`/${slug}/session/${sessionId}/file/${fileId}`} download={filename} className={linkClasses}>
        {content}
      </a>
    );
  const load = async () => {
    try {
      const file = await call(sessions.file, { params: { resourceSlug: slug, sessionId, fileId } });
      saveBlob(await file.blob(), filename);
    } catch (error) {
      toast.error(errorMessage(error));
    }
  };
  return (
    <button type="button" className={linkClasses} onClick={() => void load()}>
      {content}
    </button>
  );
}
