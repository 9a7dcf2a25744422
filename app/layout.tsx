import { GeistMono } from "geist/font/mono";
import { GeistSans } from "geist/font/sans";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { Providers } from "@/components/shell/providers";
import { themeKey, useSystemThemeKey } from "@/lib/constants/ui";
import { themeScript } from "@/lib/utils/browser/theme-script";
import "@/styles/globals.css";

/** Rendered per request: scripts carry the nonce of its content security policy. */
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: { default: "Muster", template: "%s · Muster" },
  description: "Build and run AI agents with your team.",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default async function RootLayout({ children }: { children: ReactNode }) {
  const policy = (await headers()).get("content-security-policy") ?? "";
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1];
  return (
    <html lang="en" className={`${GeistSans.variable} ${GeistMono.variable}`} suppressHydrationWarning>
      <head>
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script that sets the theme before the first paint
          dangerouslySetInnerHTML={{ __html: themeScript(themeKey, useSystemThemeKey) }}
        />
      </head>
      <body>
        <Providers nonce={nonce}>{children}</Providers>
      </body>
    </html>
  );
}
