import { ChatSkeleton } from "@/components/sessions/conversation/chat-skeleton";

export default function Loading() {
  return <ChatSkeleton />;
}
