import { Plus } from "lucide-react";
import Link from "next/link";
import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { usePermission } from "@/hooks/account/use-permission";
import type { Provider } from "@/lib/contract/providers/schemas";
import { Permission } from "@/lib/permissions/bits";

/** The team's models of a provider, with links. */
export function ProviderModels({ slug, provider: { _id, usedBy, usedIn } }: { slug: string; provider: Provider }) {
  const { has } = usePermission();
  const more = usedBy - usedIn.length;
  return (
    <FormSection title="Models" description={usedBy === 0 && "No models use this provider yet."}>
      {usedBy > 0 && (
        <ul className="grid gap-1">
          {usedIn.map((model) => (
            <li key={model._id} className="flex min-w-0">
              <Link href={`/${slug}/model/${model._id}`} dir="auto" className="truncate text-accent hover:underline">
                {model.name}
              </Link>
            </li>
          ))}
          {more > 0 && <li className="text-muted text-secondary">and {more} more</li>}
        </ul>
      )}
      {has(Permission.CREATE_MODEL) && (
        <div>
          <Button variant="outline" asChild>
            <Link href={`/${slug}/model/add?provider=${_id}`}>
              <Plus /> New model
            </Link>
          </Button>
        </div>
      )}
    </FormSection>
  );
}
