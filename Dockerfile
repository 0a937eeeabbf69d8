# Vigia in a container: see docs/operations/install.md.

FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN node scripts/build.ts && node scripts/release.ts --source . --only application --out /app
# The last stage starts from nothing: Node.js, the libraries that it needs, the files by which they find names, a shell,
# because Podman runs health checks by one, and what the licences ask for. Scanners read the versions in status.d.
RUN set -eu; \
    mkdir -p /image/usr/local/bin /image/usr/local/share/doc/node /image/var/lib/dpkg/status.d /image/tmp /own/data; \
    chmod 1777 /image/tmp; chmod 0700 /own/data; \
    cp -L node_modules/.bin/node /image/usr/local/bin/node; \
    cp node_modules/node-linux-*/LICENSE /image/usr/local/share/doc/node/; \
    ldd /image/usr/local/bin/node | grep -o '/[^ ]*' | sort | xargs cp --parents --dereference --target-directory=/image; \
    cp --parents --dereference --target-directory=/image /bin/sh /etc/passwd /etc/group /etc/nsswitch.conf /etc/os-release; \
    for package in dash libc6 libgcc-s1 libstdc++6; do \
      dpkg-query --status $package > /image/var/lib/dpkg/status.d/$package; \
      cp --parents --dereference --target-directory=/image /usr/share/doc/$package/copyright; \
    done; \
    # The same command as anywhere else, for `docker run <image> user list` and `docker exec <container> vigia user list`.
    printf "#!/usr/local/bin/node\nimport '/app/bin/vigia.js';\n" > /image/usr/local/bin/vigia; \
    chmod 755 /image/usr/local/bin/vigia

FROM scratch
LABEL org.opencontainers.image.title="Vigia" \
      org.opencontainers.image.description="Live host metrics, number bases and logic, with accounts: self-hosted." \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /image /
COPY --from=build --chown=1000:1000 /own /
COPY --from=build /app /app
ENV PATH=/usr/local/bin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=8000 DATA_DIR=/data
USER 1000:1000
WORKDIR /app
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s CMD ["node", "/app/bin/check-health.js"]
# Vigia handles SIGTERM itself and leaves no processes behind, so it needs no init process.
STOPSIGNAL SIGTERM
ENTRYPOINT ["vigia"]
