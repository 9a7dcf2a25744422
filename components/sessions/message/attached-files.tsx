import { useTeamSlug } from "@/context/account";
import type { ThreadMessage } from "@/lib/session-log/state";
import { FileLink } from "./file-link";

export function AttachedFiles({ message: { parts, sessionId } }: { message: ThreadMessage }) {
  const slug = useTeamSlug();
  const files = parts.filter(({ type }) => type === "file");
  if (files.length === 0) return null;
  return (
    <ul className="mb-2 flex flex-wrap gap-1.5">
      {files.map(({ fileId, filename }) => (
        <li key={fileId} className="min-w-0">
          <FileLink slug={slug} sessionId={sessionId} fileId={fileId} filename={filename} />
        </li>
      ))}
    </ul>
  );
}
