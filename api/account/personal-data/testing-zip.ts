import { buffer } from 'node:stream/consumers'
import { fromBuffer, type ZipFile } from 'yauzl'

/** The files of a zip by name, read by a program that is not ours. */
export async function filesIn(zip: Buffer): Promise<Record<string, Buffer>> {
  const opened = await new Promise<ZipFile>((resolve, reject) =>
    fromBuffer(zip, { lazyEntries: true }, (error, file) => (error ? reject(error) : resolve(file))),
  )
  const files: Record<string, Buffer> = {}
  await new Promise((resolve, reject) => {
    opened.on('error', reject).on('end', resolve)
    opened.on('entry', entry =>
      opened.openReadStream(entry, async (error, stream) => {
        if (error) return reject(error)
        files[entry.fileName] = await buffer(stream)
        opened.readEntry()
      }),
    )
    opened.readEntry()
  })
  return files
}
