import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openStores, type StoreConfig } from './storage/stores.ts'

/** Copies files of the media folder to the bucket that serves them. */
export type Publish = (names: Iterable<string>) => Promise<void>

/** Undefined if the media folder itself is served. Names contain a hash, so an existing file is not sent again. */
export async function publisherFor(config: StoreConfig): Promise<Publish | undefined> {
  if (config.storage === 'disk') return undefined
  const { media } = await openStores(config)
  return async names => {
    for (const name of names) {
      const file = join(config.mediaDir, name)
      const there = await media.stat(name)
      if (there?.bytes !== (await stat(file)).size) await media.put(name, createReadStream(file))
    }
  }
}
