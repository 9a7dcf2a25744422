import Link from "next/link";
import { Button } from "@/components/ui/button";
import { BareCard } from "../bare-card";
import type { Refusal } from "./use-registration";

/** Shown instead of the form when this server would refuse the registration. */
export function RegistrationRefused({ refusal: { title, text }, login }: { refusal: Refusal; login: string }) {
  return (
    <BareCard title={title} text={text}>
      <Button asChild>
        <Link href={login}>Sign in</Link>
      </Button>
    </BareCard>
  );
}
