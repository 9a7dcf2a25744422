import Link from "next/link";
import { Button } from "@/components/ui/button";
import { Notice } from "./toasts/notice";

export function PageNotFound() {
  return (
    <Notice title="Page not found" text="Check the URL, or go to the home page.">
      <Button asChild>
        <Link href="/">Go to home page</Link>
      </Button>
    </Notice>
  );
}
