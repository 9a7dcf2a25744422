"use client";

import { TeamSlugContext } from "@/context/account";
import { ChatSkeleton } from "../conversation/chat-skeleton";
import { VisitorPage } from "../visitors/visitor-page";
import { useSite } from "./use-site";

interface EmbedPageProps {
  slug: string;
  publicationId: string;
  /** Of the websites that may show it. */
  origins: readonly string[];
}

/** The conversation of a website's visitor, in a frame of that website. */
export function EmbedPage({ slug, publicationId, origins }: EmbedPageProps) {
  const site = useSite(publicationId, origins);
  if (!site) return <ChatSkeleton />;
  return (
    <TeamSlugContext value={slug}>
      <VisitorPage key={site.identity} slug={slug} shareId={publicationId} site={site} />
    </TeamSlugContext>
  );
}
