# Pages and server are built with everything; what runs holds only the server and its run-time packages.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM node:24.21.0-bookworm-slim AS built
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json rolldown.config.ts ./
COPY domain domain
COPY contract contract
COPY server server
COPY ops ops
COPY web web
RUN npm run build

FROM node:24.21.0-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CARD_FRAME_PORT=3001
# What the unprivileged user may write: compiled code, the token of `larkwell-ops log-in`, the bank's files.
ENV NODE_COMPILE_CACHE=/tmp/larkwell-compiled OPS_TOKEN_FILE=/home/node/ops-token DEPOSIT_FOLDER=/var/bank
RUN mkdir /var/bank && chown node:node /var/bank
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY domain domain
COPY contract contract
COPY server server
COPY --from=built /app/ops/dist ops/dist
RUN ln -s /app/ops/dist/ops.js /usr/local/bin/larkwell-ops
# The guides that the API reference shows.
COPY docs/api docs/api
COPY --from=built /app/server/dist server/dist
COPY --from=built /app/web/dist web/dist
USER node
# The portal, and the page in which a card is typed.
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process and receives SIGTERM; the server then finishes what is under way.
CMD ["node", "server/serve.ts"]
