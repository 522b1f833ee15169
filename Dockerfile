# Stage 1 builds the front end. The image keeps of it only what stage 2 copies.
FROM node:26-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
# Optional packages are the project's own Node and the build's binaries. The image has a Node already and builds nothing.
RUN npm run build && npm prune --omit=dev --omit=optional

FROM node:26-slim
# import-course makes the film sizes with ffmpeg.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY bin bin
COPY api api
COPY contract contract
COPY courses courses
RUN mkdir /data && chown node /data

# Without a setting for the SMS gateway it refuses to start and says so: docs/self-hosting.md.
# The compile cache (as in bin/start.mjs) saves time at a restart, and a sixth of the memory.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compile-cache
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The flag saves 100 MB under load: docs/decisions/063.
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "--v8-pool-size=1", "api/main.ts"]
