# syntax=docker/dockerfile:1
# Both images must have the Node version of the package "node" in package.json.
ARG BUILD_IMAGE=node:24.21.0-bookworm
ARG RUN_IMAGE=node:24.21.0-bookworm-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json .npmrc ./
COPY lib/scripts/prune-packages.ts lib/scripts/
RUN npm ci
COPY . .
RUN npm run build && node lib/scripts/prune-image.ts
# As in production: another user, who can't write here.
USER node
RUN node lib/scripts/check-image.ts

FROM ${RUN_IMAGE}
# PostgreSQL's processes outlive the process that started them; tini reaps them.
# hadolint ignore=DL3008
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
  && install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /app
COPY --from=build /app ./
ENV NODE_ENV=production \
    NEXT_TELEMETRY_DISABLED=1 \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data \
    UPLOADS_DIR=/data/uploads \
    npm_config_cache=/tmp/.npm \
    npm_config_update_notifier=false
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--"]
CMD ["node", "lib/scripts/start.ts"]
