# The pages are built with everything; what runs holds only the server and its run-time packages.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM node:24-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY domain domain
COPY contract contract
COPY web web
RUN npm run build

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 CARD_FRAME_PORT=3001 NODE_COMPILE_CACHE=/tmp/larkwell-compiled
COPY --from=packages /app/node_modules node_modules
COPY package.json ./
COPY domain domain
COPY contract contract
COPY server server
COPY ops ops
COPY --from=pages /app/web/dist web/dist
USER node
# The portal, and the page in which a card is typed.
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/livez`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node itself is the first process and receives SIGTERM; the server then finishes what is under way.
CMD ["node", "server/main.ts"]
