import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import type { Chunking } from "@/lib/contract/datasources/settings";
import type { Trial } from "@/lib/contract/trials/schemas";
import { formatBytes } from "@/lib/utils/text/bytes";
import { chunkingLabel } from "./trial-labels";

type ChunkingAmount = Trial["amount"] & { chunking: Chunking };

/** Compares the chunks and the storage of both chunkings. */
export function TrialAmounts({ present, trial }: { present: ChunkingAmount; trial: ChunkingAmount }) {
  return (
    <div className="overflow-hidden rounded-card border">
      <Table label="Chunking comparison" className="text-secondary">
        <TableHeader>
          <TableRow className="h-9 bg-sunken">
            <TableHead>Chunking</TableHead>
            <TableHead className="text-right">Chunks</TableHead>
            <TableHead className="text-right">Storage</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {[
            { label: "Current", ...present },
            { label: "New", ...trial },
          ].map(({ label, chunking, chunks, storageBytes }) => (
            <TableRow key={label}>
              <TableCell className="whitespace-normal">
                <span className="block font-medium">{label}</span>
                <span className="text-muted">{chunkingLabel(chunking)}</span>
              </TableCell>
              <TableCell className="text-right tabular-nums">{chunks.toLocaleString("en")}</TableCell>
              <TableCell className="whitespace-nowrap text-right tabular-nums">{formatBytes(storageBytes)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </div>
  );
}
