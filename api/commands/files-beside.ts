import { join } from 'node:path'
import type { Config } from '../config.ts'

/** What a copy of the database needs: the files that its rows name, and the secret that decrypts its keys. */
export function filesBeside({ storage, mediaDir, recordingsDir, secretKey, dataDir }: Config): string {
  const files = storage === 'disk' ? [mediaDir, recordingsDir] : []
  const secret = secretKey ? [] : [join(dataDir, 'secret.key')]
  return new Intl.ListFormat('en').format([...files, ...secret])
}
