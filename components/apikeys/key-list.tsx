"use client";

import { KeyRound, Plus, RotateCw, Trash2, Wallet } from "lucide-react";
import Link from "next/link";
import { lazy, Suspense, useState } from "react";
import { ConfirmDialog } from "@/components/shared/dialogs/confirm-dialog";
import { SecretDialog } from "@/components/shared/dialogs/secret-dialog";
import { ResourceList } from "@/components/shared/page/resource-list";
import { EmptyState } from "@/components/shared/status/empty-state";
import { Button } from "@/components/ui/button";
import { Dialog, DialogContent } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { useHasPassword } from "@/hooks/account/use-has-password";
import { useAction } from "@/hooks/api/use-action";
import { useInfiniteEndpoint } from "@/hooks/api/use-infinite-endpoint";
import { useListState } from "@/hooks/page/use-list-state";
import { apikeys } from "@/lib/contract/apikeys/calls";
import type { ApiKey } from "@/lib/contract/apikeys/schemas";
import { keyColumns } from "./key-columns";
import { RotateDialog } from "./rotate-dialog";
import { useTeamNames } from "./use-team-names";

const KeyForm = lazy(() => import("./key-form").then(({ KeyForm }) => ({ default: KeyForm })));

const KeyBudget = lazy(() =>
  import("@/components/shared/budget/budget-part").then(({ KeyBudget }) => ({ default: KeyBudget })),
);

export function KeyList() {
  const state = useListState();
  const query = useInfiniteEndpoint(apikeys.list, { query: state.query, items: (page) => page.keys });
  const [adding, setAdding] = useState(false);
  const [created, setCreated] = useState<{ name: string; secret: string } | null>(null);
  const [rotating, setRotating] = useState<ApiKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const revoke = useAction(apikeys.remove, { success: "API key revoked.", onSuccess: () => setRevoking(null) });
  // Kept until the end of the dialog's closing animation.
  const [budgetKey, setBudgetKey] = useState<ApiKey | null>(null);
  const [budgetOpen, setBudgetOpen] = useState(false);
  const hasPassword = useHasPassword();
  const actions = (key: ApiKey) => [
    {
      label: "Budget",
      icon: <Wallet />,
      onSelect: () => {
        setBudgetKey(key);
        setBudgetOpen(true);
      },
      opens: true,
    },
    { label: "Rotate", icon: <RotateCw />, onSelect: () => setRotating(key) },
    { label: "Revoke", icon: <Trash2 />, danger: true, onSelect: () => setRevoking(key) },
  ];
  const primary = (
    <Button onClick={() => setAdding(true)}>
      <Plus /> New key
    </Button>
  );
  return (
    <>
      <ResourceList
        title="API keys"
        headsFrom="lg"
        columns={keyColumns(useTeamNames())}
        actions={actions}
        primary={primary}
        state={state}
        query={query}
        empty={
          <EmptyState icon={KeyRound} guide="api" action={primary} example="a script that runs an app every night.">
            API keys let your programs call the API on your behalf.
          </EmptyState>
        }
      />
      <Dialog open={adding} onOpenChange={setAdding}>
        <DialogContent
          title="New API key"
          description="A key can never do more than you can. It loses access to a team when you leave it."
        >
          <Suspense fallback={<Skeleton className="h-96" />}>
            <KeyForm
              hasPassword={hasPassword}
              onCancel={() => setAdding(false)}
              onDone={(next) => {
                setAdding(false);
                setCreated(next);
              }}
            />
          </Suspense>
        </DialogContent>
      </Dialog>
      <Dialog open={budgetOpen} onOpenChange={setBudgetOpen}>
        <DialogContent
          title={`Budget for “${budgetKey?.name ?? ""}”`}
          description="Monthly limit for runs started with this key."
        >
          {budgetKey && (
            <Suspense fallback={<Skeleton className="h-72" />}>
              <KeyBudget keyId={budgetKey._id} />
            </Suspense>
          )}
        </DialogContent>
      </Dialog>
      <SecretDialog
        created={created}
        description="Send it with each request: Authorization: Bearer <key>"
        onClose={() => setCreated(null)}
      >
        <p className="text-muted text-secondary">
          See all endpoints in the{" "}
          <Link href="/reference" className="text-accent underline underline-offset-2">
            API reference
          </Link>
          .
        </p>
      </SecretDialog>
      <RotateDialog
        rotating={rotating}
        hasPassword={hasPassword}
        onClose={() => setRotating(null)}
        onDone={(next) => {
          setRotating(null);
          setCreated(next);
        }}
      />
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        title={`Revoke the API key “${revoking?.name ?? ""}”?`}
        description="Programs that use it lose access immediately."
        confirmLabel="Revoke"
        pending={revoke.pending}
        onConfirm={() => revoking && void revoke.run({ params: { keyId: revoking._id } })}
      />
    </>
  );
}
