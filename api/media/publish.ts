import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openStores, type StoreConfig } from './storage/stores.ts'

/** Brings files of the media folder to where they are served from. */
export type Publish = (names: Iterable<string>) => Promise<void>

/** Undefined where the media folder itself is served. Their names carry a hash, so what is there need not be sent again. */
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
