import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { EmbedPage } from "@/components/sessions/embed/embed-page";
import { embedOriginsHeader, embedTeamHeader } from "@/lib/constants/embed";

interface PageProps {
  params: Promise<{ publicationId: string }>;
}

/** Served only for requests that the server has admitted, whose headers it has set. */
export default async function Page({ params }: PageProps) {
  const { publicationId } = await params;
  const read = await headers();
  const team = read.get(embedTeamHeader);
  if (!team) notFound();
  const origins = read.get(embedOriginsHeader)?.split(" ") ?? [];
  return <EmbedPage slug={team} publicationId={publicationId} origins={origins} />;
}
