"use client";

import type { ReactNode } from "react";
import { RelativeTime } from "@/components/shared/details/relative-time";
import { PageHeader } from "@/components/shared/page/page-header";
import { ErrorState } from "@/components/shared/status/error-state";
import { Badge, type Tone } from "@/components/ui/badge";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { admin } from "@/lib/contract/admin/calls";
import type { Health } from "@/lib/contract/admin/schemas";
import { formatBytes } from "@/lib/utils/text/bytes";
import { Facts } from "./facts";

const refreshMs = 10_000;
const cards = ["a", "b", "c", "d", "e", "f"];

/** The server's health, refreshed every ten seconds. */
export function HealthPage() {
  const { data, error, refetch } = useEndpoint(admin.health, { refetchInterval: refreshMs });
  return (
    <>
      <PageHeader
        title="Health"
        description="What the process that has answered says of itself, and of the database that all processes share."
      />
      {data ? (
        <Cards health={data} />
      ) : error ? (
        <ErrorState message={errorMessage(error)} onRetry={() => void refetch()} />
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
      <Queue queue={health.queue} works={health.server.works} />
      <Mail mail={health.mail} />
      <Facts title="Registration" facts={[["New accounts", registration[health.server.registration]]]}>
        Set by REGISTRATION when the server starts: open, invite or closed.
      </Facts>
    </div>
  );
}

const registration = { open: "Anybody", invite: "By invitation only", closed: "Nobody" } as const;

function Server({ health: { status, sentence, server } }: { health: Health }) {
  return (
    <Facts
      title="Server"
      badge={status === "ready" ? state("success", "Ready") : state("danger", "Not ready")}
      facts={[
        ["Muster", server.version],
        ["Build", server.build ?? "None, in development"],
        ["Node", server.node],
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
      <Facts title="Database" badge={state("danger", "No answer")} facts={[]}>
        The database does not answer. What needs none goes on; the log of the server says why.
      </Facts>
    );
  const current = database.migrations === database.migrationsKnown;
  return (
    <Facts
      title="Database"
      badge={current ? state("success", "Answers") : state("warning", "Not up to date")}
      facts={[
        ["PostgreSQL", `${database.version}${database.embedded ? ", embedded" : ""}`],
        ["Answered in", `${database.answeredMs} ms`],
        ["Size", formatBytes(database.bytes)],
        ["Connections", `${database.connections} of ${database.connectionsMost}`],
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
      badge={state(
        uploads.writable ? tone : "danger",
        disk.full ? "Full" : uploads.writable ? "In order" : "Not writable",
      )}
      facts={[
        ["Free", disk.freeBytes === null ? "Unknown" : formatBytes(disk.freeBytes)],
        ["Kept free", disk.reserveBytes === 0 ? "Nothing" : formatBytes(disk.reserveBytes)],
        ["Uploads", uploads.place],
        ["Uploads can be written", uploads.writable ? "Yes" : "No"],
      ]}
    >
      {disk.full ? "Writes are refused until there is room again. Old backups are the first to go." : undefined}
    </Facts>
  );
}

function Queue({ queue, works }: Pick<Health, "queue"> & { works: boolean }) {
  if (!queue) return <Facts title="Queue" badge={state("danger", "Unknown")} facts={[]} />;
  const badge =
    queue.workers === 0
      ? state("danger", "No worker")
      : queue.queued + queue.running > 0
        ? state("info", "Working")
        : state("success", "Idle");
  return (
    <Facts
      title="Queue"
      badge={badge}
      facts={[
        ["Queued", queue.queued],
        ["Under way", queue.running],
        ["Waiting for people", queue.waiting],
        ["Oldest queued", queue.oldestQueued ? <RelativeTime key="oldest" date={queue.oldestQueued} /> : "None"],
        ["Workers", queue.workers],
        ["This process works", works ? "Yes" : "No"],
      ]}
    />
  );
}

function Mail({ mail }: Pick<Health, "mail">) {
  const smtp = mail.mode === "smtp";
  return (
    <Facts
      title="Mail"
      badge={smtp ? state(mail.inOutbox > 0 ? "warning" : "success", "Sent by SMTP") : state("warning", "Not sent")}
      facts={[
        ["From", mail.from],
        ["Under way", mail.underWay],
        ["In the outbox", mail.inOutbox],
      ]}
    >
      {smtp
        ? "What the mail server does not take is kept in the outbox."
        : "No mail server is set up (SMTP_URL): all mails stay in the outbox."}
    </Facts>
  );
}
