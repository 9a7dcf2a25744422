import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { GuideText } from "@/components/guides/guide-text";
import { readGuideSection } from "@/components/guides/read-guides";
import { TemplateDetails } from "@/components/import-export/templates/template-details";
import { TemplatePage } from "@/components/import-export/templates/template-page";
import { readTemplates } from "@/lib/templates/read-templates";

interface Props {
  params: Promise<{ template: string }>;
}

const findTemplate = async ({ params }: Props) => {
  const { template } = await params;
  return readTemplates().find(({ id }) => id === template);
};

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await findTemplate(props))?.file.app.name ?? "Templates" };
}

export default async function Page(props: Props) {
  const template = await findTemplate(props);
  if (!template) notFound();
  const { id, file } = template;
  const { name, description = "" } = file.app;
  const functionTools = file.tools.some(({ type }) => type === "function");
  return (
    <TemplatePage key={id} id={id} name={name} description={description} functionTools={functionTools}>
      <TemplateDetails file={file} guide={<GuideText text={readGuideSection("templates", name)} />} />
    </TemplatePage>
  );
}
