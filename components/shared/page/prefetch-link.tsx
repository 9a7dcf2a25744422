"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ComponentProps, useEffect, useRef } from "react";
import { prefetchMargin } from "@/lib/constants/ui";

type Props = Omit<ComponentProps<typeof Link>, "href" | "prefetch"> & { href: string };

/** A link whose page is prefetched when the link is within 200 px of the viewport. */
export function PrefetchLink({ href, ...props }: Props) {
  const router = useRouter();
  const ref = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const link = ref.current;
    if (!link) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        router.prefetch(href);
      },
      { rootMargin: `${prefetchMargin}px` },
    );
    observer.observe(link);
    return () => observer.disconnect();
  }, [href, router]);
  return <Link ref={ref} href={href} prefetch={false} {...props} />;
}
