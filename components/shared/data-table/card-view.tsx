import { IdBadge } from "@/components/shared/details/id-badge";
import { PrefetchLink } from "@/components/shared/page/prefetch-link";
import { Skeleton } from "@/components/ui/skeleton";
import { useDeveloperMode } from "@/hooks/account/use-developer-mode";
import { cn } from "@/lib/utils/cn";
import { type RowsProps, skeletonRows } from "./column";
import { RowMenu } from "./row-menu";
import { SelectBox } from "./select-box";

/** The rows as cards, for phones. */
export function CardView<T>({ title, columns, items, getKey, getName, href, actions, selection }: RowsProps<T>) {
  const developer = useDeveloperMode();
  const [first, ...others] = columns;
  const rest = others.filter(({ wide, card }) => card || !wide);
  return (
    <ul aria-label={title} className="divide-y">
      {items === undefined &&
        skeletonRows.map((row) => (
          <li key={row} className="grid gap-2 p-4">
            <Skeleton className="w-1/2" />
            {rest.length > 0 && <Skeleton className="w-4/5" />}
          </li>
        ))}
      {items?.map((item) => (
        <li key={getKey(item)} className="relative flex items-start gap-2 py-3 pr-2 pl-4">
          {selection && <SelectBox item={item} name={getName(item)} selection={selection} className="z-10 mt-1" />}
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-1.5 py-1">
            {href ? (
              <PrefetchLink href={href(item)} className="min-w-0 font-medium after:absolute after:inset-0">
                {first?.cell(item)}
              </PrefetchLink>
            ) : (
              <span className="font-medium">{first?.cell(item)}</span>
            )}
            {rest.length > 0 && (
              <dl className="flex flex-wrap gap-x-4 gap-y-1 text-secondary tabular-nums">
                {rest.map(({ key, label, long, cell }) => (
                  <div key={key} className={cn("flex min-w-0 gap-1.5", long ? "items-baseline" : "items-center")}>
                    <dt className="shrink-0 text-faint">{label}</dt>
                    <dd className="min-w-0 truncate text-muted">{cell(item)}</dd>
                  </div>
                ))}
              </dl>
            )}
            {developer.on && <IdBadge id={getKey(item)} className="justify-self-start" />}
          </div>
          <RowMenu name={getName(item)} actions={actions?.(item) ?? []} record={item} />
        </li>
      ))}
    </ul>
  );
}
