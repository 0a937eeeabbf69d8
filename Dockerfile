# Vigia in a container: see docs/operations/install.md.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.ts

FROM node:24-bookworm-slim AS packages
WORKDIR /packages
COPY package.json package-lock.json .npmrc ./
# The image already has the runtime that the optional package would install.
RUN npm ci --omit=dev --omit=optional

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="Vigia" \
      org.opencontainers.image.description="Live host metrics, number bases and logic, with accounts: self-hosted."
# The same command as anywhere else, for `docker run <image> user list` and `docker exec <container> vigia user list`.
RUN printf '#!/bin/sh\nexec node /app/dist/main.js "$@"\n' > /usr/local/bin/vigia && \
    chmod 755 /usr/local/bin/vigia && \
    install --directory --owner=node --group=node --mode=0700 /data
WORKDIR /app
COPY --from=packages /packages/node_modules node_modules
COPY package.json ./
COPY config config
COPY --from=build /build/dist dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Vigia handles SIGTERM itself and leaves no processes behind, so it needs no init process.
STOPSIGNAL SIGTERM
ENTRYPOINT ["vigia"]
