import { Spinner } from "@/components/ui/spinner";

/** Replaces a sign-in form until the next page is loaded. */
export const SignedInSpinner = () => (
  <div className="flex justify-center py-10 text-muted">
    <Spinner label="You're signed in. Loading…" />
  </div>
);
