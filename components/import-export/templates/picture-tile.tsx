import type { LucideIcon } from "lucide-react";

interface PictureTileProps {
  icon: LucideIcon;
  title: string;
  detail?: string;
}

/** A box in the picture of a template. */
export const PictureTile = ({ icon: Icon, title, detail }: PictureTileProps) => (
  <div className="flex min-w-0 items-center gap-2 rounded-control border bg-surface px-2.5 py-1.5 text-left">
    <Icon aria-hidden className="size-4 shrink-0 text-accent" />
    <span className="grid min-w-0">
      <span className="truncate font-medium text-secondary">{title}</span>
      {detail && <span className="truncate text-label text-muted">{detail}</span>}
    </span>
  </div>
);
