import type { Metadata } from "next";
import { MemberPage } from "@/components/teams/members/member-page";

export const metadata: Metadata = { title: "Member" };

export default async function Page({ params }: { params: Promise<{ memberId: string }> }) {
  const { memberId } = await params;
  return <MemberPage key={memberId} scope="team" memberId={memberId} />;
}
