import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Notice } from "./toasts/notice";

export function PageNotFound() {
  return (
    <Notice title="There is no such page" text="The address may be mistyped, or the page was moved.">
      <Button asChild>
        <Link href="/">Go to your apps</Link>
      </Button>
    </Notice>
  );
}
