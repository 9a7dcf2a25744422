import { Skeleton } from "@/components/ui/skeleton";

export function ChatSkeleton() {
  return (
    <div aria-hidden className="mx-auto w-full max-w-chat flex-1 space-y-6 px-4 py-6">
      <Skeleton className="ml-auto h-10 w-2/3" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="ml-auto h-10 w-1/2" />
    </div>
  );
}
