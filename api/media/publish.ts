import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openStores, type StoreConfig } from './storage/stores.ts'

/** The bucket that serves the files of the media folder. */
export type Publisher = {
  /**
   * Copies files to the bucket. A file that another machine made is only in the bucket, because that machine copied it.
   */
  publish(names: Iterable<string>): Promise<void>
  bytesOf(name: string): Promise<number | undefined>
}

/** Undefined if the media folder itself is served. Names contain a hash, so an existing file is not sent again. */
export async function publisherFor(config: StoreConfig): Promise<Publisher | undefined> {
  if (config.storage === 'disk') return undefined
  const { media } = await openStores(config)
  return {
    async publish(names) {
      for (const name of names) {
        const file = join(config.mediaDir, name)
        const published = await media.stat(name)
        const local = await stat(file).catch(error => {
          if (!published) throw error
        })
        if (local && published?.bytes !== local.size) await media.put(name, createReadStream(file))
      }
    },
    bytesOf: async name => (await media.stat(name))?.bytes,
  }
}
