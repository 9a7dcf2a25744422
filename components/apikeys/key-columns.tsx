import { RelativeTime } from "@/components/shared/details/relative-time";
import type { Column } from "@/components/shared/page/resource-list";
import { Badge } from "@/components/ui/badge";
import { CutText } from "@/components/ui/cut-text";
import type { ApiKey } from "@/lib/contract/apikeys/schemas";
import { accessLabel, permissionTitles } from "./access";

const isExpired = ({ expirationDate }: ApiKey) => expirationDate !== null && Date.parse(expirationDate) <= Date.now();

export const keyColumns = (teamNames: (ids: readonly string[] | null) => string): Column<ApiKey>[] => [
  {
    key: "name",
    label: "Name",
    sort: "name",
    cell: ({ name, description }) => (
      <span className="block min-w-0">
        <CutText text={name} className="font-medium" />
        {description && <CutText text={description} className="text-label text-muted" />}
      </span>
    ),
  },
  { key: "prefix", label: "Key", cell: ({ prefix }) => <code className="text-secondary">{prefix}…</code> },
  {
    key: "teams",
    label: "Teams",
    wide: true,
    card: true,
    cell: ({ teamIds }) => <CutText text={teamNames(teamIds)} />,
  },
  {
    key: "access",
    label: "Permissions",
    wide: true,
    card: true,
    cell: ({ permissions }) => <span title={permissionTitles(permissions)}>{accessLabel(permissions)}</span>,
  },
  {
    key: "expires",
    label: "Expires",
    cell: (key) => {
      if (key.expirationDate === null) return <span className="text-muted">Never</span>;
      if (isExpired(key)) return <Badge tone="danger">Expired</Badge>;
      return <RelativeTime date={key.expirationDate} upcoming />;
    },
  },
  {
    key: "used",
    label: "Last used",
    cell: ({ lastUsedDate }) =>
      lastUsedDate ? <RelativeTime date={lastUsedDate} /> : <span className="text-faint">Never</span>,
  },
];
