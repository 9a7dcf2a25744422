import { VisitorPage } from "@/components/sessions/visitors/visitor-page";

interface PageProps {
  params: Promise<{ resourceSlug: string; shareId: string }>;
}

export default async function Page({ params }: PageProps) {
  const { resourceSlug, shareId } = await params;
  return <VisitorPage key={shareId} slug={resourceSlug} shareId={shareId} />;
}
