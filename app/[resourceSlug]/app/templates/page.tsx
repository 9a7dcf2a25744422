import type { Metadata } from "next";
import { TemplateGallery } from "@/components/import-export/templates/template-gallery";
import { readTemplates } from "@/lib/templates/read-templates";

export const metadata: Metadata = { title: "Templates" };

export default async function Page({ params }: { params: Promise<{ resourceSlug: string }> }) {
  return <TemplateGallery slug={(await params).resourceSlug} templates={readTemplates()} />;
}
