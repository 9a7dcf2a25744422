"use client";

import { ExternalLink } from "lucide-react";
import { DeveloperFacts } from "@/components/shared/details/developer-facts";
import { Banner } from "@/components/shared/status/banner";
import { Button } from "@/components/ui/button";
import { Sheet, SheetContent } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessage } from "@/lib/api/api-error";
import { safeHref } from "@/lib/utils/paths/safe-href";
import { pluralize } from "@/lib/utils/text/pluralize";
import { ChunkItem } from "../setup/chunk-view";
import { DocumentStatus } from "./document-status";
import { StageTimes } from "./stage-times";
import { useChunks } from "./use-chunks";

interface DocumentSheetProps {
  slug: string;
  datasourceId: string;
  documentId: string | null;
  onClose(): void;
}

/** One document: its processing history and its chunks. */
export function DocumentSheet({ slug, datasourceId, documentId, onClose }: DocumentSheetProps) {
  return (
    <Sheet open={documentId !== null} onOpenChange={(open) => !open && onClose()}>
      <SheetContent title="Document" className="w-[44rem]">
        {documentId && <DocumentView slug={slug} datasourceId={datasourceId} documentId={documentId} />}
      </SheetContent>
    </Sheet>
  );
}

type ViewProps = Pick<DocumentSheetProps, "slug" | "datasourceId"> & { documentId: string };

function DocumentView({ slug, datasourceId, documentId }: ViewProps) {
  const { document, chunks, error, more, loadingMore, loadMore } = useChunks(slug, datasourceId, documentId);
  if (error && !document)
    return (
      <div className="p-4">
        <Banner tone="danger">{errorMessage(error)}</Banner>
      </div>
    );
  if (!document) return <Skeleton className="m-4 h-40 rounded-card" />;
  const href = document.uri ? safeHref(document.uri) : undefined;
  return (
    <div className="grid grid-cols-1 gap-4 p-4 pt-0">
      <div className="grid grid-cols-1 gap-1">
        <h3 dir="auto" className="font-semibold text-section [overflow-wrap:anywhere]">
          {document.title}
        </h3>
        {document.filename && document.filename !== document.title && (
          <p dir="auto" className="text-muted text-secondary [overflow-wrap:anywhere]">
            {document.filename}
          </p>
        )}
        {href && (
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="inline-flex items-center gap-1 text-accent text-secondary hover:underline"
          >
            <span className="truncate">{document.uri}</span>
            <ExternalLink aria-hidden className="size-3.5 shrink-0" />
          </a>
        )}
        <DeveloperFacts of={document} />
        <DocumentStatus of={document} />
      </div>
      <StageTimes document={document} />
      <section aria-label="Chunks" className="grid grid-cols-1 gap-2">
        <h4 className="font-medium">
          {document.chunks > 0 ? pluralize(document.chunks, "chunk") : "No chunks"}
          {document.stage !== "stored" && chunks.length > 0 && (
            <span className="font-normal text-muted"> · from the last successful fetch</span>
          )}
        </h4>
        {chunks.length > 0 && (
          <ol className="divide-y rounded-card border bg-sunken">
            {chunks.map((chunk, i) => (
              <ChunkItem key={chunk.position} chunk={chunk} number={i + 1} />
            ))}
          </ol>
        )}
        {more && (
          <Button variant="outline" className="justify-self-center" loading={loadingMore} onClick={loadMore}>
            Load more
          </Button>
        )}
      </section>
    </div>
  );
}
