"use client";

import type { ReactNode } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { PageHeader } from "@/components/shared/page/page-header";
import { QueryError } from "@/components/shared/status/error-state";
import { Badge, type Tone } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { admin } from "@/lib/contract/admin/calls";
import type { Health } from "@/lib/contract/admin/schemas";
import { formatBytes } from "@/lib/utils/text/bytes";
import { Facts } from "./facts";

const refreshMs = 10_000;
const cards = ["a", "b", "c", "d", "e", "f", "g"];

/** The server's health, refreshed every ten seconds. */
export function HealthPage() {
  const { data, error, refetch } = useEndpoint(admin.health, { refetchInterval: refreshMs });
  return (
    <>
      <PageHeader title="Health" description="Status of this server and the shared database." />
      {data ? (
        <Cards health={data} />
      ) : error ? (
        <QueryError error={error} refetch={refetch} />
      ) : (
        <div className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {cards.map((card) => (
            <Skeleton key={card} className="h-48" />
          ))}
        </div>
      )}
    </>
  );
}

const state = (tone: Tone, text: ReactNode) => <Badge tone={tone}>{text}</Badge>;

function Cards({ health }: { health: Health }) {
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3">
      <Server health={health} />
      <Database database={health.database} />
      <Disk health={health} />
      <Vectors vectors={health.vectors} />
      <Queue queue={health.queue} runsJobs={health.server.runsJobs} />
      <Email mail={health.mail} />
      <Facts title="Registration" facts={[["New accounts", registration[health.server.registration]]]}>
        Set by REGISTRATION at server start: open, invite or closed.
      </Facts>
    </div>
  );
}

const registration = { open: "Open", invite: "Invitation only", closed: "Closed" } as const;

function Server({ health: { status, sentence, server } }: { health: Health }) {
  return (
    <Facts
      title="Server"
      badge={status === "ready" ? state("success", "Ready") : state("danger", "Not ready")}
      facts={[
        ["Muster", server.version],
        ["Build", server.build ?? "None (development)"],
        ["Node.js", server.node],
        ["System", server.platform],
        ["Started", <RelativeTime key="started" date={server.dateStarted} />],
        ["Memory", formatBytes(server.memoryBytes)],
      ]}
    >
      {sentence}
    </Facts>
  );
}

function Database({ database }: Pick<Health, "database">) {
  if (!database)
    return (
      <Facts title="Database" badge={state("danger", "Not responding")} facts={[]}>
        The database isn't responding. Check the server log for the cause.
      </Facts>
    );
  const current = database.migrations === database.migrationsKnown;
  return (
    <Facts
      title="Database"
      badge={current ? state("success", "Connected") : state("warning", "Outdated")}
      facts={[
        ["PostgreSQL", `${database.version}${database.embedded ? ", embedded" : ""}`],
        ["Response time", `${database.responseMs} ms`],
        ["Size", formatBytes(database.bytes)],
        ["Connections", `${database.connections} of ${database.maxConnections}`],
        ["Migrations", `${database.migrations} of ${database.migrationsKnown}`],
      ]}
    />
  );
}

function Disk({ health: { disk, uploads } }: { health: Health }) {
  const tone = disk.full ? "danger" : "success";
  return (
    <Facts
      title="Disk and uploads"
      badge={state(uploads.writable ? tone : "danger", disk.full ? "Full" : uploads.writable ? "OK" : "Not writable")}
      facts={[
        ["Free", disk.freeBytes === null ? "Unknown" : formatBytes(disk.freeBytes)],
        ["Reserved", disk.reserveBytes === 0 ? "None" : formatBytes(disk.reserveBytes)],
        ["Uploads", uploads.place],
        ["Uploads writable", uploads.writable ? "Yes" : "No"],
      ]}
    >
      {disk.full ? "Writes are rejected until space is freed. Delete old backups first." : undefined}
    </Facts>
  );
}

function Vectors({ vectors: { kind, place, problem } }: Pick<Health, "vectors">) {
  return (
    <Facts
      title="Built-in vector DB"
      badge={problem === null ? state("success", "OK") : state("danger", "Unavailable")}
      facts={[
        ["Type", kind === "qdrant" ? "Qdrant" : "Folder on this machine"],
        [kind === "qdrant" ? "URL" : "Folder", place],
      ]}
    >
      {problem}
    </Facts>
  );
}

function Queue({ queue, runsJobs }: Pick<Health, "queue"> & { runsJobs: boolean }) {
  if (!queue) return <Facts title="Queue" badge={state("danger", "Unknown")} facts={[]} />;
  const badge =
    queue.workers === 0
      ? state("danger", "No workers")
      : queue.queued + queue.running > 0
        ? state("info", "Working")
        : state("success", "Idle");
  return (
    <Facts
      title="Queue"
      badge={badge}
      facts={[
        ["Queued", queue.queued],
        ["Running", queue.running],
        ["Needs response", queue.waiting],
        ["Oldest queued", queue.oldestQueued ? <RelativeTime key="oldest" date={queue.oldestQueued} /> : "None"],
        ["Workers", queue.workers],
        ["Runs jobs", runsJobs ? "Yes" : "No"],
      ]}
    />
  );
}

function Email({ mail }: Pick<Health, "mail">) {
  const smtp = mail.mode === "smtp";
  return (
    <Facts
      title="Email"
      badge={smtp ? state(mail.inOutbox > 0 ? "warning" : "success", "SMTP") : state("warning", "Disabled")}
      facts={[
        ["From", mail.from],
        ["Sending", mail.sending],
        ["Outbox", mail.inOutbox],
      ]}
    >
      {smtp
        ? "Email that the mail server rejects stays in the outbox."
        : "No mail server is configured (SMTP_URL). All email stays in the outbox."}
    </Facts>
  );
}
