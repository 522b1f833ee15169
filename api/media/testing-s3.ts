import { onTestFinished } from 'vitest'
import { readConfig } from '../read-config.ts'
import { startBucket } from './testing-bucket.ts'

type Settings = Record<string, string>

/**
 * Settings for a bucket, with a prefix of its own for each test. `TEST_S3` names another bucket: JSON of the settings
 * as an operator would give them.
 */
export async function bucketSettings(): Promise<Settings> {
  const prefix = `test-${crypto.randomUUID()}`
  if (process.env.TEST_S3) return { STORAGE: 's3', S3_PREFIX: prefix, ...JSON.parse(process.env.TEST_S3) }
  const bucket = await startBucket()
  onTestFinished(bucket.stop)
  return { ...bucket.settings, S3_PREFIX: prefix }
}

export function configOf(settings: Settings, dataDir: string) {
  return readConfig({ ...settings, DATA_DIR: dataDir })
}
