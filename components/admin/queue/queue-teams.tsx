import { RelativeTime } from "@/components/shared/details/relative-time";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { Panel } from "../panel";
import { TwoLines } from "../two-lines";
import type { QueueFigures } from "./queue-page";

/** Runs by team, most first. */
export function QueueTeams({ teams }: Pick<QueueFigures, "teams">) {
  return (
    <Panel title="By team" none="No runs are queued, running or waiting." empty={teams.length === 0}>
      <Table label="By team">
        <TableHeader>
          <TableRow>
            <TableHead>Team</TableHead>
            <TableHead className="text-right">Queued</TableHead>
            <TableHead className="text-right">Running</TableHead>
            <TableHead className="text-right">Needs response</TableHead>
            <TableHead>Oldest queued</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {teams.map(({ _id, name, orgName, queued, running, waiting, oldestQueued }) => (
            <TableRow key={_id}>
              <TableCell className="max-w-48">
                <TwoLines first={name} second={orgName} />
              </TableCell>
              <TableCell className="text-right">{queued}</TableCell>
              <TableCell className="text-right">{running}</TableCell>
              <TableCell className="text-right">{waiting}</TableCell>
              <TableCell>
                {oldestQueued ? <RelativeTime date={oldestQueued} /> : <span className="text-faint">None</span>}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}
