import { ChatSkeleton } from "@/components/sessions/chat-skeleton";

export default function Loading() {
  return <ChatSkeleton />;
}
