import { Banner } from "@/components/shared/status/banner";
import { Skeleton } from "@/components/ui/skeleton";
import { errorMessage } from "@/lib/api/api-error";
import { pluralize } from "@/lib/utils/text/pluralize";
import type { useSearchable } from "./use-searchable";

/** Before an app becomes public: the data sources whose content its answers can reveal. */
export function PublicWarning({ searchable }: { searchable: ReturnType<typeof useSearchable> }) {
  const { data, error, refetch } = searchable;
  if (error)
    return (
      <Banner tone="danger" action={{ label: "Try again", onSelect: () => void refetch() }}>
        Couldn't load the data sources that the app can search. {errorMessage(error)}
      </Banner>
    );
  if (!data) return <Skeleton className="h-16 rounded-card" />;
  const { datasources, more } = data;
  return (
    <Banner tone="warning">
      <p className="font-medium">Anyone who has a link will be able to use this app without an account.</p>
      {datasources.length === 0 ? (
        <p className="text-secondary">Its agents can't search any data sources.</p>
      ) : (
        <>
          <p className="text-secondary">
            Its answers can reveal content of the data sources that its agents can search:
          </p>
          <ul
            aria-label="Searchable data sources"
            className="mt-1 max-h-40 list-disc overflow-y-auto pl-5 text-secondary"
          >
            {datasources.map(({ _id, name }) => (
              <li key={_id} dir="auto" className="wrap-anywhere text-left">
                {name}
              </li>
            ))}
            {more > 0 && <li>{pluralize(more, "other data source")}</li>}
          </ul>
        </>
      )}
    </Banner>
  );
}
