import { notFound } from "next/navigation";

/** Unknown addresses below a team keep the shell around them. */
export default function Page() {
  notFound();
}
