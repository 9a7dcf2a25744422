import { PageTabs } from "@/components/shared/page/page-tabs";

const tabs = [
  { id: "models", label: "Models" },
  { id: "providers", label: "Providers" },
];

/** Models and their providers: two lists under one sidebar link. */
export function ModelTabs({ slug, current }: { slug: string; current: "models" | "providers" }) {
  return (
    <div className="mb-4">
      <PageTabs label="Models and providers" tabs={tabs} current={current} getHref={(id) => `/${slug}/${id}`} />
    </div>
  );
}
