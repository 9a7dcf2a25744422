import { redirect } from "next/navigation";

export default async function Page({ params }: { params: Promise<{ resourceSlug: string }> }) {
  redirect(`/${encodeURIComponent((await params).resourceSlug)}/apps`);
}
