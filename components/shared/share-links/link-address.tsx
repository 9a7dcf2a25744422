"use client";

import { QrCode as QrIcon } from "lucide-react";
import { Suspense, useState } from "react";
import { CopyButton } from "@/components/shared/details/copy-button";
import { lazyPart } from "@/components/shared/page/lazy-part";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";

const QrCode = lazyPart(async () => (await import("../details/qr-code")).QrCode);

/** The URL of a link, with a copy button and a QR code. */
export function LinkAddress({ url }: { url: string }) {
  const [scanning, setScanning] = useState(false);
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="min-w-0 flex-1 basis-48 truncate rounded-control bg-sunken px-2 py-1.5 font-mono text-label hover:underline"
        >
          {url}
        </a>
        <CopyButton variant="outline" label="Copy link" showLabel text={url} />
        <Button size="sm" variant="outline" aria-expanded={scanning} onClick={() => setScanning(!scanning)}>
          <QrIcon aria-hidden /> QR code
        </Button>
      </div>
      {scanning && (
        <Suspense fallback={<Skeleton className="size-48" />}>
          <QrCode text={url} label={`QR code for ${url}`} />
        </Suspense>
      )}
    </div>
  );
}
