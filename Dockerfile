FROM node:26-slim
# For import-course, which makes the sizes of films.
RUN apt-get update && apt-get install -y --no-install-recommends ffmpeg && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev
COPY . .
RUN npm run build && mkdir /data && chown node /data

# Without a setting for the SMS gateway this refuses to start, and says so: see docs/self-hosting.md.
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health/ready').then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "start.mjs"]
