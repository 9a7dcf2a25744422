import { Spinner } from "@/components/ui/spinner";

/** In place of a form to sign in, for the moment until the next page is there. */
export const SentOn = () => (
  <div className="flex justify-center py-10 text-muted">
    <Spinner label="You're signed in. Loading…" />
  </div>
);
