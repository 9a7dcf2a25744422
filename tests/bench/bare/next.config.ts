import type { NextConfig } from "next";

const config: NextConfig = { poweredByHeader: false, devIndicators: false };

export default config;
