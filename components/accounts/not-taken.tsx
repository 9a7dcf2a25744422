import Link from "next/link";
import { Button } from "@/components/ui/button";
import { BareCard } from "./bare-card";
import type { Refusal } from "./use-registration";

/** Instead of the form, before anybody has filled it in for nothing. */
export function NotTaken({ refusal: { title, text }, login }: { refusal: Refusal; login: string }) {
  return (
    <BareCard title={title} text={text}>
      <Button asChild>
        <Link href={login}>Sign in</Link>
      </Button>
    </BareCard>
  );
}
