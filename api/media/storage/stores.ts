import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { askBucket, type Bucket } from './ask-bucket.ts'
import { diskStorage } from './disk-storage.ts'
import { s3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** The stores are separate: media are public and may be copied to a CDN, while recordings and originals are private. */
export type Stores = { media: Storage; recordings: Storage; originals: Storage }

export type StoreConfig = Bucket & Pick<Config, 'storage' | 's3Prefix' | 'dataDir' | 'mediaDir' | 'recordingsDir'>

/** Opens the stores that the settings name, or those of another kind, to move files. */
export async function openStores(config: StoreConfig, kind = config.storage): Promise<Stores> {
  const { mediaDir, recordingsDir, s3Prefix, dataDir } = config
  if (kind === 'disk')
    return {
      media: diskStorage(mediaDir),
      recordings: diskStorage(recordingsDir),
      originals: diskStorage(join(mediaDir, 'originals')),
    }
  const folder = join(dataDir, 'incoming')
  const cacheControl = 'public, max-age=31536000, immutable'
  return {
    media: await s3Storage(config, { prefix: `${s3Prefix}media/`, cacheControl, folder }),
    // All three can share a bucket: a recording's key begins with the alias of a program, never with `media` or
    // `originals`.
    recordings: await s3Storage(config, {
      prefix: s3Prefix,
      belongs: /^[^/]+\/user-content\//,
      cacheControl: 'private, no-cache',
      folder,
    }),
    originals: await s3Storage(config, { prefix: `${s3Prefix}originals/`, cacheControl: 'private, no-cache', folder }),
  }
}

/** Throws an error that names the wrong setting. A folder needs no check, because it is created when it is opened. */
export async function checkStores(config: StoreConfig): Promise<void> {
  if (config.storage === 's3') await (await askBucket(config)).check()
}
