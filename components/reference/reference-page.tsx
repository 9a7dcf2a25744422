"use client";

import Link from "next/link";
import { useState } from "react";
import { PageHeader } from "@/components/shared/page/page-header";
import { QueryError } from "@/components/shared/status/error-state";
import { Skeleton } from "@/components/ui/skeleton";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { useHash } from "@/hooks/page/use-hash";
import { reference } from "@/lib/contract/reference/calls";
import { listOperations } from "@/lib/utils/json/open-api";
import { OperationList } from "./operation-list";
import { OperationView } from "./operation-view";

/** The API reference, generated from the contract. The URL has the chosen call. */
export function ReferencePage() {
  const { data, error, isPending, refetch } = useEndpoint(reference.openapi);
  const [hash, setHash] = useHash();
  const [search, setSearch] = useState("");
  if (isPending) return <Skeleton className="mx-auto h-96 w-full max-w-list" />;
  if (error) return <QueryError error={error} refetch={refetch} />;
  const operations = listOperations(data);
  const chosen = operations.find(({ id }) => id === hash) ?? operations[0];
  return (
    <div className="mx-auto w-full max-w-list">
      <PageHeader
        title="API reference"
        count={operations.length}
        description={
          <>
            All API endpoints. Use your session token or, unless noted otherwise, an{" "}
            <Link href="/apikeys" className="text-accent underline underline-offset-2">
              API key
            </Link>
            . OpenAPI document:{" "}
            <a href="/openapi.json" className="text-accent underline underline-offset-2" download>
              openapi.json
            </a>
          </>
        }
      />
      <div className="grid gap-6 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <OperationList
          operations={operations}
          chosen={chosen?.id}
          search={search}
          onSearch={setSearch}
          onChoose={setHash}
        />
        {chosen && <OperationView key={chosen.id} operation={chosen} />}
      </div>
    </div>
  );
}
