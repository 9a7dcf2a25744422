import { ListChecks, MessageSquare } from "lucide-react";
import Link from "next/link";
import { PageHeader } from "@/components/shared/page/page-header";
import { Badge } from "@/components/ui/badge";
import type { Template } from "@/lib/templates/read-templates";
import { summarizeParts } from "./template-facts";
import { TemplatePicture } from "./template-picture";

/** All templates with a picture of each. Rendered on the server. */
export const TemplateGallery = ({ slug, templates }: { slug: string; templates: readonly Template[] }) => (
  <div className="mx-auto w-full max-w-list">
    <PageHeader
      title="Templates"
      back={{ href: `/${slug}/apps`, label: "Apps" }}
      description="Complete apps to start from. Each works with the offline demo model, so you can try it without an API key."
    />
    <ul aria-label="Templates" className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {templates.map((template) => (
        <TemplateCard key={template.id} slug={slug} template={template} />
      ))}
    </ul>
  </div>
);

function TemplateCard({ slug, template: { id, file } }: { slug: string; template: Template }) {
  const { app } = file;
  return (
    <li className="relative grid grid-rows-[auto_1fr] overflow-hidden rounded-card border bg-surface transition-colors focus-within:border-strong hover:border-strong">
      <TemplatePicture file={file} className="h-56 border-b" />
      <div className="grid content-start gap-1 p-4">
        <div className="flex items-baseline justify-between gap-2">
          <h2 className="font-semibold">
            <Link href={`/${slug}/app/templates/${id}`} prefetch={false} className="after:absolute after:inset-0">
              {app.name}
            </Link>
          </h2>
          <TypeBadge type={app.type} />
        </div>
        <p className="text-muted text-secondary">{app.description}</p>
        <p className="pt-1 text-label text-muted">{summarizeParts(file)}</p>
      </div>
    </li>
  );
}

const TypeBadge = ({ type }: { type: "chat" | "process" }) => (
  <Badge className="shrink-0">
    {type === "chat" ? <MessageSquare aria-hidden /> : <ListChecks aria-hidden />}
    {type === "chat" ? "Chat" : "Process"}
  </Badge>
);
