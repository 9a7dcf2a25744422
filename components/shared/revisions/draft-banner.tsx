import type { ReactNode } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { Banner } from "@/components/shared/status/banner";

interface DraftBannerProps {
  draft: { author: string | null; date: string };
  /** The number of the applied revision. */
  applied: number;
  /** The revision that is being rolled out. */
  rollout: { revision: number; share: number } | null;
  children?: ReactNode;
}

/** Whose draft the form shows, and what is used meanwhile. */
export const DraftBanner = ({ draft, applied, rollout, children }: DraftBannerProps) => (
  <Banner>
    Draft saved <RelativeTime date={draft.date} />
    {draft.author && ` by ${draft.author}`}. Revision {applied} is used until the draft is applied.
    {rollout &&
      ` Revision ${rollout.revision} is used by ${rollout.share}% of new sessions. Applying the draft ends its rollout.`}
    {children}
  </Banner>
);
