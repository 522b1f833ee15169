import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'

/** Writes a file that only the operator can read. Never overwrites a file; removes its own incomplete one. */
export async function writeNewFile(bytes: NodeJS.ReadableStream, file: string): Promise<void> {
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const isOurs = once(target, 'open').then(
    () => true,
    () => false,
  )
  await pipeline(bytes, target).catch(async error => {
    // If the file could not be created, one with this name belongs to somebody else.
    if (await isOurs) await rm(file, { force: true })
    throw error
  })
}
