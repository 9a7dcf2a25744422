import { RelativeTime } from "@/components/shared/details/relative-time";
import { Badge } from "@/components/ui/badge";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { Panel } from "../panel";
import type { QueueFigures } from "./queue-page";

/** The worker processes. After a while without a heartbeat, a worker's runs are taken over by the others. */
export function WorkerTable({ workers }: Pick<QueueFigures, "workers">) {
  return (
    <Panel
      title="Workers"
      none="No worker has reported in the last day. Start the server with WORKER=on, or run npm run worker."
      empty={workers.length === 0}
    >
      <Table label="Workers">
        <TableHeader>
          <TableRow>
            <TableHead>Worker</TableHead>
            <TableHead>Status</TableHead>
            <TableHead className="text-right">Runs</TableHead>
            <TableHead className="hidden md:table-cell">Last heartbeat</TableHead>
            <TableHead className="hidden lg:table-cell">Started</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {workers.map(({ _id, host, pid, active, maxRuns, lastHeartbeat, dateStarted, alive }) => (
            <TableRow key={_id}>
              <TableCell className="max-w-48">
                <span className="block truncate" title={`${host}, process ${pid}`}>
                  {host}, process {pid}
                </span>
                <span className="block truncate font-mono text-label text-muted" title={_id}>
                  {_id}
                </span>
              </TableCell>
              <TableCell>
                <Badge tone={alive ? "success" : "danger"}>{alive ? "Online" : "Offline"}</Badge>
              </TableCell>
              <TableCell className="whitespace-nowrap text-right">
                {active} of {maxRuns}
              </TableCell>
              <TableCell className="hidden md:table-cell">
                <RelativeTime date={lastHeartbeat} />
              </TableCell>
              <TableCell className="hidden lg:table-cell">
                <RelativeTime date={dateStarted} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}
