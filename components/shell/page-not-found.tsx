import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Notice } from "./toasts/notice";

export function PageNotFound() {
  return (
    <Notice title="Page not found" text="Check the address, or go back home.">
      <Button asChild>
        <Link href="/">Go to home</Link>
      </Button>
    </Notice>
  );
}
