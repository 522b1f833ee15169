import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { onTestFinished } from 'vitest'
import { readConfig } from '../read-config.ts'

type Settings = Record<string, string>

/**
 * Settings for a bucket on a local server that speaks S3 over HTTP and checks signatures. `TEST_S3` names another
 * bucket: JSON of the settings as an operator would give them. Each test then has a prefix of its own.
 */
export async function bucketSettings(): Promise<Settings> {
  const prefix = `test-${crypto.randomUUID()}`
  if (process.env.TEST_S3) return { STORAGE: 's3', S3_PREFIX: prefix, ...JSON.parse(process.env.TEST_S3) }
  const directory = mkdtempSync(join(tmpdir(), 'step-by-step-s3-'))
  const options = { address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'learning' }] }
  const server = new S3rver(options)
  const { port } = await server.run()
  onTestFinished(async () => {
    await server.close()
    rmSync(directory, { recursive: true })
  })
  return {
    STORAGE: 's3',
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'learning',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
    S3_PREFIX: prefix,
  }
}

export function configOf(settings: Settings, dataDir: string) {
  return readConfig({ ...settings, DATA_DIR: dataDir })
}
