import type { Session } from "@/lib/contract/sessions/schemas";

/** The values with which a session was started. Secrets are masked. */
export function SessionInputs({ session: { app, variables } }: { session: Session }) {
  const given = (app?.variables ?? []).filter(({ name }) => variables[name]);
  if (given.length === 0) return null;
  return (
    <details className="border-b bg-surface">
      <summary className="mx-auto max-w-chat cursor-pointer px-4 py-2 text-muted text-secondary">Inputs</summary>
      <dl className="mx-auto grid max-h-60 max-w-chat gap-2 overflow-y-auto px-4 pb-3 text-secondary">
        {given.map(({ name }) => (
          <div key={name} className="min-w-0">
            <dt className="wrap-anywhere text-label text-muted">{name}</dt>
            <dd dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {variables[name]}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
