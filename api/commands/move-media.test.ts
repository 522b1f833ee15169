import { globSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStores } from '../media/storage/stores.ts'
import { mp3, upload, urlFor } from '../media/testing.ts'
import { bucketSettings } from '../media/testing-s3.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { moveMediaCommand } from './move-media.ts'

onEachDatabase('npm run admin -- move-media', start => {
  async function startWithRecording() {
    const settings = await bucketSettings()
    const server = await start({ env: { ...settings, STORAGE: 'disk', LIMIT_FACTOR: '100' } })
    await server.importCourse('courses/first-aid-en')
    await server.services.catalogue.refresh()
    const noura = await server.signIn('+971501234567')
    const { filename } = (await upload(server.origin, noura)).body.data
    return { server, noura, filename, settings }
  }

  async function type({ services }: TestServer, ...words: string[]): Promise<string[]> {
    const printed: string[] = []
    const { db, config } = services
    await moveMediaCommand.run({ db, config, words, print: line => printed.push(line) })
    return printed
  }

  test('a missing bucket is named, even if there is nothing to copy', async () => {
    const server = await start({ env: { ...(await bucketSettings()), S3_BUCKET: 'not-there', STORAGE: 'disk' } })
    await expect(type(server, '--to', 's3')).rejects.toThrow('S3_BUCKET: there is no bucket not-there')
  })

  test('a wrong key is named once, before a file is copied', async () => {
    const { server } = await startWithRecording()
    const printed: string[] = []
    const { db, config } = server.services
    const wrong = { ...config, s3SecretAccessKey: 'wrong' }
    const run = moveMediaCommand.run({ db, config: wrong, words: ['--to', 's3'], print: line => printed.push(line) })
    await expect(run).rejects.toThrow(/^The bucket answered 403 .*S3_SECRET_ACCESS_KEY.*$/)
    expect(printed).toEqual([])
  })

  test('all files are complete in the bucket, and play from there', async () => {
    const { server, noura, filename, settings } = await startWithRecording()
    const { config, stores } = server.services
    const [media, originals] = [await keysOf(stores.media), await keysOf(stores.originals)]
    expect(originals.length).toBeGreaterThan(1)
    expect(media.length).toBeGreaterThan(1)
    expect(await type(server, '--to', 's3')).toEqual([
      `media: copied ${media.length}, there already 0, failed 0.`,
      'recordings: copied 1, there already 0, failed 0.',
      `originals: copied ${originals.length}, there already 0, failed 0.`,
      'All files are copied. Set STORAGE=s3, restart, and run this command once more.',
    ])
    const bucket = await openStores(config, 's3')
    expect(await keysOf(bucket.media)).toEqual(media)
    expect(await keysOf(bucket.originals)).toEqual(originals)

    rmSync(config.recordingsDir, { recursive: true })
    rmSync(config.mediaDir, { recursive: true })
    const { databaseUrl, dataDir } = config
    const moved = await start({ env: settings, databaseUrl, dataDir, clock: server.clock })
    const { url } = await urlFor(noura, filename)
    expect(Buffer.from(await (await fetch(moved.origin + url)).arrayBuffer())).toEqual(mp3(1))
    const file = media.find(name => name.endsWith('.mp3'))
    const sound = await fetch(`${moved.origin}/media/${file}`, { headers: { Range: 'bytes=0-9' } })
    expect([sound.status, sound.headers.get('content-type')]).toEqual([206, 'audio/mpeg'])
    expect(sound.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')

    expect(await type(moved, '--to', 'disk')).toContain(`media: copied ${media.length}, there already 0, failed 0.`)
    const disk = await openStores(config, 'disk')
    expect(await keysOf(disk.recordings)).toHaveLength(1)
    expect(await keysOf(disk.originals)).toEqual(originals)
  })

  test('a course that is imported while a bucket is in use is served from the bucket', async () => {
    const server = await start({ env: await bucketSettings() })
    await server.importCourse('courses/first-aid-en')
    const { config, stores } = server.services
    const names = await keysOf((await openStores(config, 'disk')).media)
    expect(await keysOf(stores.media)).toEqual(names)
    rmSync(config.mediaDir, { recursive: true })
    for (const name of names) expect((await fetch(`${server.origin}/media/${name}`)).status).toBe(200)
  })

  test('a second run copies new files, and repairs files that differ', async () => {
    const { server, noura } = await startWithRecording()
    await type(server, '--to', 's3')
    await upload(server.origin, noura)
    const bucket = await openStores(server.services.config, 's3')
    for (const key of await keysOf(bucket.recordings)) await bucket.recordings.put(key, rotten())
    expect(await type(server, '--to', 's3')).toContain('recordings: copied 2, there already 0, failed 0.')
    expect(await type(server, '--to', 's3')).toContain('recordings: copied 0, there already 2, failed 0.')
  })

  test('if a file cannot be copied, it names the file and deletes nothing', async () => {
    const { server } = await startWithRecording()
    await type(server, '--to', 's3')
    const { recordingsDir } = server.services.config
    const [recording = ''] = globSync('**/*.mp3', { cwd: recordingsDir })
    rmSync(join(recordingsDir, recording))
    mkdirSync(join(recordingsDir, recording, 'in-the-way'), { recursive: true })
    await expect(type(server, '--to', 'disk')).rejects.toThrow(
      /^Some files are not copied:\n\S+\.mp3: .*\nNothing was removed. Try again.$/,
    )
  })

  test('without a destination it prints its usage', async () => {
    const { server } = await startWithRecording()
    await expect(type(server)).rejects.toThrow('npm run admin -- move-media --to s3')
    await expect(type(server, '--to', 'the moon')).rejects.toThrow('npm run admin -- move-media --to s3')
  })

  async function* rotten() {
    yield Buffer.from('something else')
  }

  /** Without the originals: on the disk, their folder is in the folder of the media. */
  async function keysOf(store: { keys: () => AsyncIterable<string> }): Promise<string[]> {
    const keys: string[] = []
    for await (const key of store.keys()) if (!key.startsWith('originals/')) keys.push(key)
    return keys.sort()
  }
})
