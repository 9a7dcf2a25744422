import Link from "next/link";
import { notFound } from "next/navigation";
import { PageHeader } from "@/components/shared/page/page-header";
import { cn } from "@/lib/utils/cn";
import { GuideText } from "./guide-text";
import { readGuides } from "./read-guides";

const link = "rounded-control px-2 py-1.5 text-secondary hover:bg-hover";

/** A guide, with the list of all guides and links to its neighbors. */
export function GuidePage({ slug }: { slug: string }) {
  const guides = readGuides();
  const at = guides.findIndex((guide) => guide.slug === slug);
  const guide = guides[at];
  if (!guide) notFound();
  const [previous, next] = [guides[at - 1], guides[at + 1]];
  return (
    <div className="mx-auto grid w-full max-w-list gap-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
      <nav aria-label="Guides" className="sticky top-0 hidden flex-col self-start lg:flex">
        {guides.map(({ slug: other, title }) => (
          <Link
            key={other}
            href={`/guide/${other}`}
            aria-current={other === slug ? "page" : undefined}
            className={cn(link, other === slug && "bg-hover font-medium")}
          >
            {title}
          </Link>
        ))}
      </nav>
      <article className="min-w-0">
        <PageHeader title={guide.title} back={{ href: "/guide", label: "Guides" }} />
        <GuideText text={guide.text} />
        <nav aria-label="Previous and next guide" className="mt-8 flex max-w-reading gap-4 border-t pt-4">
          {previous && (
            <Link href={`/guide/${previous.slug}`} className={cn(link, "-ml-2")}>
              ← {previous.title}
            </Link>
          )}
          {next && (
            <Link href={`/guide/${next.slug}`} className={cn(link, "-mr-2 ml-auto text-right")}>
              {next.title} →
            </Link>
          )}
        </nav>
      </article>
    </div>
  );
}
