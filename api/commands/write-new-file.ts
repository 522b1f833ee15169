import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Readable by the operator only. An existing file stays, and an incomplete one is removed. */
export async function writeNewFile(bytes: NodeJS.ReadableStream, file: string): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const isOurs = once(target, 'open').then(
    () => true,
    () => false,
  )
  await pipeline(bytes, target).catch(async error => {
    // The bytes may fail before the file is there.
    if (await isOurs) await rm(file, { force: true })
    throw error
  })
}
