"use client";

import { FormSection } from "@/components/shared/form/form-section";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { useAccount } from "@/context/account";
import { useEndpoint } from "@/hooks/api/use-endpoint";
import { errorMessage } from "@/lib/api/api-error";
import { security } from "@/lib/contract/security/calls";
import { ActivitySection } from "./activity-section";
import { DataSection } from "./data-section";
import { EmailSection } from "./email-section";
import { LinksSection } from "./links-section";
import { NoticesSection } from "./notices-section";
import { PasswordSection } from "./password-section";
import { ProfileSection } from "./profile-section";
import { SessionsSection } from "./sessions-section";
import { ThemeChooser } from "./theme-chooser";
import { TwoFactorSection } from "./two-factor-section";

const loadingTitles = ["Email address", "Password", "Two-factor authentication", "Active sign-ins"];

export function AccountPage() {
  const { account } = useAccount();
  const { data, error, refetch } = useEndpoint(security.get);
  if (!account) return null;
  return (
    <div className="mx-auto flex w-full max-w-form flex-col gap-6">
      <h1 className="text-title font-semibold">Account</h1>
      <ProfileSection key={account.name} account={account} />
      {error && !data && (
        <div role="alert" className="flex items-center gap-3">
          <p className="text-danger">{errorMessage(error)}</p>
          <Button variant="outline" size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!data &&
        !error &&
        loadingTitles.map((title) => (
          <FormSection key={title} title={title}>
            <Skeleton aria-busy className="h-9 w-full" />
          </FormSection>
        ))}
      {data && (
        <>
          <EmailSection account={account} security={data} />
          <PasswordSection hasPassword={data.hasPassword} />
          <TwoFactorSection security={data} />
          <LinksSection security={data} />
          <SessionsSection sessions={data.sessions} apiKeys={data.apiKeys} />
        </>
      )}
      {data && <NoticesSection muted={data.mutedNotices} />}
      <FormSection title="Theme">
        <ThemeChooser />
      </FormSection>
      {data && (
        <>
          <ActivitySection activity={data.activity} />
          <DataSection account={account} security={data} />
        </>
      )}
    </div>
  );
}
