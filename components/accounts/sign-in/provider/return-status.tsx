import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import { BareCard } from "../bare-card";
import { FormError } from "../form-error";

interface ReturnFailureProps {
  title: string;
  text: string;
  /** Where the sign-in can be started again. */
  again?: string;
}

/** A sign-in at a provider that failed. */
export function ReturnFailure({ title, text, again }: ReturnFailureProps) {
  return (
    <BareCard title={title}>
      <div className="flex flex-col gap-4">
        <FormError text={text} />
        {again && (
          <Button asChild>
            <Link href={again}>Try again</Link>
          </Button>
        )}
        <Button asChild variant="outline">
          <Link href="/login">Back to sign in</Link>
        </Button>
      </div>
    </BareCard>
  );
}

/** A sign-in at a provider that is being completed. */
export function ReturnPending({ title }: { title: string }) {
  return (
    <BareCard title={title}>
      <p role="status" className="flex items-center gap-2 text-muted">
        <Spinner /> One moment…
      </p>
    </BareCard>
  );
}
