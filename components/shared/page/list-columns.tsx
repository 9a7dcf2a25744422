import { CutText } from "@/components/ui/cut-text";
import { pluralize } from "@/lib/utils/text/pluralize";
import { Changed } from "../details/changed";
import { RelativeTime } from "../details/relative-time";
import type { Column } from "./resource-list";

/** The column of a record's name, cut to one line. */
export const nameColumn: Column<{ name: string }> = {
  key: "name",
  label: "Name",
  sort: "name",
  cell: ({ name }) => <CutText text={name} className="text-left" />,
};

/** When a record was last changed, and by whom. */
export const updatedColumn: Column<{ dateUpdated: string | null; updatedByName: string | null }> = {
  key: "updated",
  label: "Updated",
  sort: "dateUpdated",
  wide: true,
  cell: ({ dateUpdated, updatedByName }) =>
    dateUpdated ? <Changed date={dateUpdated} by={updatedByName} /> : <span className="text-faint">Never</span>,
};

/** When a record was created. */
export const createdColumn: Column<{ dateCreated: string }> = {
  key: "created",
  label: "Created",
  sort: "dateCreated",
  wide: true,
  cell: ({ dateCreated }) => <RelativeTime date={dateCreated} />,
};

/** The number of records of this kind that use a record. */
export const usedByColumn = (kind: string): Column<{ usedBy: number }> => ({
  key: "used",
  label: "Used by",
  cell: ({ usedBy }) => (usedBy ? pluralize(usedBy, kind) : <span className="text-faint">{`No ${kind}s`}</span>),
});

/** What uses a record: its first user by name, and how many more there are. */
export const usersColumn = <T extends { usedBy: number }>(
  findFirst: (item: T) => { name: string } | undefined,
): Column<T> => ({
  key: "used",
  label: "Used by",
  cell: (item) => {
    const first = findFirst(item);
    const more = item.usedBy > 1 ? ` and ${item.usedBy - 1} more` : "";
    return (
      <span dir="auto" className={first ? "block truncate text-left" : "text-faint"}>
        {first ? `${first.name}${more}` : "Not used"}
      </span>
    );
  },
});
