import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { filmFile } from '../../contract/films.ts'
import { backupAllCommand } from '../commands/backups/backup-all.ts'
import { restoreAllCommand } from '../commands/backups/restore-all.ts'
import { folderOfSizes } from '../courses/files/originals.ts'
import { linkSizes } from '../courses/films/making/film-sizes.ts'
import { Volume, whyNoVolume } from '../media/storage/testing-volume.ts'
import { upload } from '../media/testing.ts'
import { readConfig } from '../read-config.ts'
import { openSecrets } from '../secrets/secrets.ts'
import { onSqlite } from '../testing.ts'
import { proveBackupSet } from './prove-backup-set.ts'

describe.skipIf(whyNoVolume() !== undefined)('After a power cut', () => {
  onSqlite('that follows at once', start => {
    test('a backup on a disk of its own is whole, and what was restored from one, too', async () => {
      const server = await start()
      const { db, config } = server.services
      await server.importCourse('courses/first-aid-en')
      await server.services.catalogue.refresh()
      const noura = await server.signIn('+971501234567')
      expect((await upload(server.origin, noura)).status).toBe(200)

      const disk = newDisk()
      const words = [join(disk.folder, 'backups')]
      await backupAllCommand.run({ db, config, words, print: () => {} })
      await cut(disk)
      const [name] = readdirSync(words[0] as string)
      const set = join(words[0] as string, name as string)
      await proveBackupSet(set)
      const key = (dataDir: string) => readFileSync(join(dataDir, 'secret.key'), 'utf8')
      expect(key(set)).toBe(key(config.dataDir))

      const newMachine = newDisk()
      const restored = readConfig({ DATA_DIR: join(newMachine.folder, 'data'), DEMO_COURSES: 'off' })
      await restoreAllCommand.runWithoutDatabase({ config: restored, words: [set], print: () => {} })
      await cut(newMachine)
      expect(key(restored.dataDir)).toBe(key(config.dataDir))
      for (const kind of ['mediaDir', 'recordingsDir'] as const)
        expect(bytesIn(restored[kind])).toEqual(bytesIn(config[kind]))
    })
  })

  test('the secret of a new server is there, if it has told anybody of it', async () => {
    const disk = newDisk()
    const dataDir = join(disk.folder, 'data')
    const { codes } = openSecrets({ secretKey: '', dataDir })
    await cut(disk)
    expect(openSecrets({ secretKey: '', dataDir }).codes).toEqual(codes)
  })

  test('the sizes of a film have the names that a published lesson loads', async () => {
    const disk = newDisk()
    const digest = '4'.repeat(64)
    const sizes = folderOfSizes(disk.folder, digest)
    mkdirSync(sizes, { recursive: true })
    writeFileSync(join(sizes, '480.mp4'), 'a film')
    disk.flush()
    const film = { digest, wireName: 'pour-4444.mp4', storedName: '', source: '', name: '' }
    await linkSizes([film], { mediaDir: disk.folder, bucket: undefined, coming: new Map() })
    await cut(disk)
    expect(readFileSync(join(disk.folder, filmFile(film.wireName, '480.mp4')), 'utf8')).toBe('a film')
  })
})

function newDisk(): Volume {
  const disk = new Volume('XFS')
  onTestFinished(() => disk.remove())
  return disk
}

async function cut(disk: Volume): Promise<void> {
  disk.losePower()
  await disk.comeBack()
}

function bytesIn(folder: string): Record<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  return Object.fromEntries(paths.map(path => [path.slice(folder.length), readFileSync(path, 'base64')]))
}
