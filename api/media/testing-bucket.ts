import { randomInt } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'

const ADDRESS = '127.0.0.1'
const BUCKET = 'learning'
/** The system gives these ports to no outgoing connection, so the port is still free when the bucket comes back. */
const PORTS = { first: 20_000, count: 10_000 }

export type Bucket = {
  settings: Record<string, string>
  /** The server takes no connections until `begin`. */
  end: () => Promise<void>
  /** Starts the server again, on the same port and with the same objects. */
  begin: () => Promise<void>
  stop: () => Promise<void>
}

/** An empty bucket on a server of this process that speaks S3 over HTTP and checks signatures. */
export async function startBucket(): Promise<Bucket> {
  const directory = mkdtempSync(join(tmpdir(), 'step-by-step-s3-'))
  const port = PORTS.first + randomInt(PORTS.count)
  const options = { address: ADDRESS, port, silent: true, directory, configureBuckets: [{ name: BUCKET }] }
  let server = new S3rver(options)
  await server.run()
  return {
    settings: {
      STORAGE: 's3',
      S3_ENDPOINT: `http://${ADDRESS}:${port}`,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: 'S3RVER',
      S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    end: () => endAtOnce(server),
    begin: async () => {
      server = new S3rver(options)
      await server.run()
    },
    stop: async () => {
      await endAtOnce(server)
      rmSync(directory, { recursive: true })
    },
  }
}

/** Connections that are kept alive would delay the end. */
async function endAtOnce(server: S3rver): Promise<void> {
  const ended = server.close()
  server.httpServer.closeAllConnections()
  await ended
}
