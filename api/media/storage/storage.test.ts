import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { HOUR } from '../../../contract/time.ts'
import { freePort } from '../../../testing/free-port.ts'
import { bucketSettings, configOf } from '../testing-s3.ts'
import type { Stat, Storage } from './storage.ts'
import { checkStores, openStores } from './stores.ts'

const KEY = 'step-by-step/user-content/noura-1.mp3'

describe.each([
  ['a folder', async () => ({}), 'recordings/step-by-step/user-content'],
  ['a bucket', bucketSettings, 'incoming'],
])('%s', (_kind, settingsOf, temporariesIn) => {
  async function open(changes: Record<string, string> = {}) {
    const dataDir = newFolder()
    const config = configOf({ ...(await settingsOf()), ...changes }, dataDir)
    return { ...(await openStores(config)), config, temporaries: join(dataDir, temporariesIn) }
  }

  test('returns a stored file, completely or in part', async () => {
    const { recordings } = await open()
    await recordings.put(KEY, pieces('hello ', 'world'))
    expect(await textOf(recordings, KEY)).toBe('hello world')
    expect(await textOf(recordings, KEY, { start: 4, end: 6 })).toBe('o w')
    expect(await textOf(recordings, KEY, { start: 10, end: 10 })).toBe('d')
    const { changedAt, ...found } = (await recordings.stat(KEY)) as Stat
    expect(found).toEqual({ bytes: 11, version: expect.stringMatching(/^[\w-]+$/) })
    expect(Math.abs(changedAt - Date.now())).toBeLessThan(5 * 60_000)
  })

  test('stores large files and empty files', async () => {
    const { recordings } = await open()
    const large = Buffer.alloc(8 * 1024 * 1024, 'sound')
    await recordings.put(
      KEY,
      pieces(...Array.from({ length: 128 }, (_, i) => large.subarray(i * 65536, (i + 1) * 65536))),
    )
    const content = await recordings.read(KEY)
    expect((await buffer(content as NonNullable<typeof content>)).equals(large)).toBe(true)
    await recordings.put('step-by-step/empty.mp3', pieces())
    expect(await recordings.stat('step-by-step/empty.mp3')).toMatchObject({ bytes: 0 })
  })

  test('has nothing under an unknown key', async () => {
    const { recordings } = await open()
    expect(await recordings.read(KEY)).toBeUndefined()
    expect(await recordings.stat(KEY)).toBeUndefined()
    await recordings.remove(KEY)
    expect(await keysIn(recordings)).toEqual([])
  })

  test('stores nothing of an interrupted upload', async () => {
    const { recordings, temporaries } = await open()
    async function* broken() {
      yield Buffer.from('the first half')
      throw new Error('The line went dead')
    }
    await expect(recordings.put(KEY, broken())).rejects.toThrow('The line went dead')
    expect(await recordings.stat(KEY)).toBeUndefined()
    expect(await keysIn(recordings)).toEqual([])
    expect(readdirSync(temporaries)).toEqual([])
  })

  test('has nothing under a deleted key', async () => {
    const { recordings } = await open()
    await recordings.put(KEY, pieces('x'))
    await recordings.put('step-by-step/user-content/other.mp3', pieces('y'))
    await recordings.remove(KEY)
    expect(await recordings.read(KEY)).toBeUndefined()
    expect(await keysIn(recordings)).toEqual(['step-by-step/user-content/other.mp3'])
  })

  test('lists all of its keys, however many', async () => {
    const { media, recordings } = await open()
    const names = Array.from({ length: 1010 }, (_, number) => `tea.${number}-12345678.png`)
    for (let from = 0; from < names.length; from += 20)
      await Promise.all(names.slice(from, from + 20).map(name => media.put(name, pieces(name))))
    await recordings.put(KEY, pieces('x'))
    expect(await keysIn(media)).toEqual(names.sort())
    expect(await keysIn(recordings)).toContain(KEY)
  })

  test('accepts no key that leads outside', async () => {
    const { recordings } = await open()
    const keys = [
      '../x.mp3',
      '/etc/passwd',
      'a/../../x',
      '.hidden',
      'a/.hidden',
      'a//b',
      'a/b/',
      '',
      'a\0b',
      'a?acl',
      'a b',
      'ä',
    ]
    for (const key of keys) {
      await expect(recordings.put(key, pieces('x'))).rejects.toThrow('This is no key')
      for (const act of ['read', 'stat', 'remove'] as const)
        await expect(recordings[act](key)).rejects.toThrow('This is no key')
    }
    expect(await keysIn(recordings)).toEqual([])
  })

  test('deletes files that a crash left after a while, and nothing else', async () => {
    const { recordings, temporaries } = await open()
    await recordings.put(KEY, pieces('x'))
    mkdirSync(temporaries, { recursive: true })
    for (const [name, age] of [
      ['.old', 25 * HOUR],
      ['.young', HOUR],
    ] as const) {
      writeFileSync(join(temporaries, name), 'half')
      const then = new Date(Date.now() - age)
      utimesSync(join(temporaries, name), then, then)
    }
    await recordings.removeTemporaryFiles(Date.now() - 24 * HOUR)
    expect(readdirSync(temporaries).filter(name => name.startsWith('.'))).toEqual(['.young'])
    expect(await keysIn(recordings)).toEqual([KEY])
  })
})

describe('a folder', () => {
  test('does not follow a link out of it', async () => {
    const { recordings, config } = await openFolder()
    const secret = newFolder()
    writeFileSync(join(secret, 'noura-1.mp3'), 'secret')
    const folder = join(config.recordingsDir, 'step-by-step')
    mkdirSync(folder, { recursive: true })
    symlinkSync(secret, join(folder, 'user-content'))
    symlinkSync(join(secret, 'noura-1.mp3'), join(folder, 'linked.mp3'))
    for (const key of [KEY, 'step-by-step/linked.mp3', 'step-by-step']) {
      expect(await recordings.read(key)).toBeUndefined()
      expect(await recordings.stat(key)).toBeUndefined()
    }
    expect(await keysIn(recordings)).toEqual([])
  })

  async function openFolder() {
    const config = configOf({}, newFolder())
    return { ...(await openStores(config)), config }
  }
})

describe('a bucket', () => {
  test('that denies access reports it', async () => {
    const config = configOf({ ...(await bucketSettings()), S3_SECRET_ACCESS_KEY: 'wrong' }, newFolder())
    const { recordings } = await openStores(config)
    await expect(recordings.put(KEY, pieces('x'))).rejects.toThrow('The bucket answered 403 to PUT')
    await expect(recordings.read(KEY)).rejects.toThrow('The bucket answered 403 to GET')
    await expect(recordings.read(KEY)).rejects.toThrow('Look at S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY')
  })

  test('that does not exist causes an error that names the setting, not a missing file', async () => {
    const config = configOf({ ...(await bucketSettings()), S3_BUCKET: 'nothere' }, newFolder())
    const { recordings } = await openStores(config)
    const error = /^S3_BUCKET: there is no bucket nothere at http/
    await expect(checkStores(config)).rejects.toThrow(error)
    await expect(recordings.put(KEY, pieces('x'))).rejects.toThrow(error)
    await expect(recordings.read(KEY)).rejects.toThrow(error)
    await expect(recordings.stat(KEY)).rejects.toThrow(error)
    await expect(recordings.remove(KEY)).rejects.toThrow(error)
    await expect(keysIn(recordings)).rejects.toThrow(error)
  })

  test('whose service does not answer causes an error that names the setting', async () => {
    const endpoint = `http://127.0.0.1:${await freePort()}`
    const config = configOf({ ...(await bucketSettings()), S3_ENDPOINT: endpoint }, newFolder())
    await expect(checkStores(config)).rejects.toThrow(`S3_ENDPOINT: ${endpoint} does not answer: connect ECONNREFUSED`)
  })

  test('that exists causes no error', async () => {
    await checkStores(configOf(await bucketSettings(), newFolder()))
  })
})

async function* pieces(...texts: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text as string)
}

async function textOf(storage: Storage, key: string, range?: { start: number; end: number }): Promise<string> {
  const content = await storage.read(key, range)
  if (!content) throw new Error(`There is no ${key}`)
  return (await buffer(content)).toString()
}

async function keysIn(storage: Storage): Promise<string[]> {
  const keys: string[] = []
  for await (const key of storage.keys()) keys.push(key)
  return keys.sort()
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-storage-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
