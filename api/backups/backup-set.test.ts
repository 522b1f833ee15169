import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { type Session, saveUser } from '../../contract/account.ts'
import { sendMessage } from '../../contract/messages.ts'
import { confirmCode } from '../../contract/sign-in/phone.ts'
import { encodeText } from '../../contract/text/encoded-text.ts'
import { DAY, HOUR } from '../../contract/time.ts'
import { backupAllCommand } from '../commands/backups/backup-all.ts'
import { proveBackupCommand } from '../commands/backups/prove-backup.ts'
import { restoreAllCommand } from '../commands/backups/restore-all.ts'
import { storeValue } from '../database/stored-values.ts'
import { insertMentor } from '../mentors/mentors.ts'
import { readConfig } from '../read-config.ts'
import { askForCode } from '../sign-in/other-ways/testing.ts'
import { onEachDatabase, type TestServer } from '../testing.ts'
import { backupProgress, lastFailedBackup, noteBackupProgress } from './backup-progress.ts'
import { backupIfDue } from './nightly-backup.ts'
import { noteProof, proofState, proveBackupSet } from './prove-backup-set.ts'
import { listBackupSets, nameOfBackupSet } from './write-backup-set.ts'

const NOURA = '+971501234567'
/** It has a line separator of Unicode, at which some programs end a line. */
const TEXT = 'شكرًا\u2028سلمى 🙂 "quoted" \\ \r\n end'

onEachDatabase('A backup of everything', start => {
  async function startWithNoura() {
    const server = await start()
    await server.importCourse('courses/first-steps-en')
    await insertMentor(server.services.db, { name: 'Salma', phoneNumber: '+971500000001' }, 1)
    const noura = await server.signIn(NOURA)
    const { data } = await noura.call(saveUser, { params: { uid: noura.uid }, body: { displayName: 'Noura' } })
    const to = Number(data.user.responder_id)
    await noura.call(sendMessage, { body: { to, content: encodeText(TEXT), type: 'disciple' } })
    return { server, noura }
  }

  test('is restored on a clean machine, of this or the other kind of database, and says the same', async () => {
    const { server, noura } = await startWithNoura()
    const salma = await server.signIn('+971500000001')
    const verificationId = await askForCode(server, '+971501234568')
    const { code } = server.outbox().findLast(({ to }) => to === '+971501234568') as { code: string }
    const folder = newFolder()
    await type(server, backupAllCommand, folder)
    const [set] = await listBackupSets(folder, Date.now())
    expect((await proveBackupSet(set as string)).files.media.count).toBeGreaterThan(0)

    const dataDir = newFolder()
    rmSync(dataDir, { recursive: true })
    await restoreAllCommand.runWithoutDatabase({ config: configOf(dataDir), words: [set as string], print: () => {} })
    const again = await start({ dataDir, databaseUrl: '' })
    const { db } = again.services
    expect(await contentOf(db)).toEqual(await contentOf(server.services.db))
    expect(readdirSync(again.services.config.mediaDir).toSorted()).toEqual(
      readdirSync(server.services.config.mediaDir).toSorted(),
    )
    expect((await db.selectFrom('messages').select('content').executeTakeFirstOrThrow()).content).toBe(TEXT)
    // Noura's session goes on, because the secret key is in the backup. A restore ends the session of a mentor, which
    // may have ended after the backup, and the code, which may have been used.
    const statusFor = async ({ idToken }: Session) =>
      (await fetch(`${again.origin}/org/v1/me`, { headers: { authorization: `Bearer ${idToken}` } })).status
    expect([await statusFor(noura), await statusFor(salma)]).toEqual([200, 401])
    await expect(again.call(confirmCode, { body: { verificationId, code } })).rejects.toMatchObject({
      code: 'auth/invalid-verification-code',
    })
    await expect(
      restoreAllCommand.runWithoutDatabase({ config: configOf(dataDir), words: [set as string], print: () => {} }),
    ).rejects.toThrow(/is there already/)
  })

  test('says which secret the server needs, if it is not the one of the backup', async () => {
    const { server } = await startWithNoura()
    const folder = newFolder()
    await type(server, backupAllCommand, folder)
    const [set] = (await listBackupSets(folder, Date.now())) as [string]
    const printedAt = async (env: Record<string, string>) => {
      const printed: string[] = []
      const print = (line: string) => void printed.push(line)
      const config = readConfig({ DATA_DIR: newFolder(), DEMO_COURSES: 'off', ...env })
      await restoreAllCommand.runWithoutDatabase({ config, words: [set], print })
      return printed.join('\n')
    }
    const secret = readFileSync(join(set, 'secret.key'), 'utf8').trim()
    expect(await printedAt({})).not.toContain('SECRET_KEY')
    expect(await printedAt({ SECRET_KEY: secret })).not.toContain('SECRET_KEY')
    const other = 'x'.repeat(32)
    expect(await printedAt({ SECRET_KEY: other })).toContain('SECRET_KEY is not the secret of this backup')
    rmSync(join(set, 'secret.key'))
    expect(await printedAt({ SECRET_KEY: other })).not.toContain('SECRET_KEY')
    expect(await printedAt({})).toContain('its server had SECRET_KEY. Set the same one')
  })

  test('is restored beside the files that it was made of, by the commands of the settings page', async () => {
    const { server } = await startWithNoura()
    const { db, config } = server.services
    const folder = join(config.dataDir, 'backups')
    await type(server, backupAllCommand, folder)
    const [set] = await listBackupSets(folder, Date.now())
    const before = await contentOf(db)
    // As the command says: the database is moved away. The media stay: they are hard links to the files of the backup.
    const aside = join(config.dataDir, 'before-restore')
    mkdirSync(aside)
    for (const file of readdirSync(config.dataDir).filter(name => name.startsWith('step-by-step.sqlite')))
      renameSync(join(config.dataDir, file), join(aside, file))
    const gone = join(config.mediaDir, readdirSync(config.mediaDir).find(name => name !== 'originals') as string)
    rmSync(gone)
    const printed: string[] = []
    const print = (line: string) => printed.push(line)
    const words = [set as string]
    await restoreAllCommand.runWithoutDatabase({ config: configOf(config.dataDir), words, print })
    expect(printed.join()).toContain('is restored')
    const again = await start({ dataDir: config.dataDir, databaseUrl: '' })
    expect(await contentOf(again.services.db)).toEqual(before)
    expect(existsSync(gone)).toBe(true)
  })

  test('is made and proven each night, once', async () => {
    const { server } = await startWithNoura()
    const { db, config } = server.services
    const night = new Date('2026-11-20T03:00:00').getTime()
    const log = { info: () => {}, error: () => {} }
    const environment = { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl }
    const sets = () => listBackupSets(join(config.dataDir, 'backups'), Date.now())
    const at = (time: number) => backupIfDue({ db, now: () => time, log }, environment)
    await at(night - 4 * HOUR)
    expect(await sets()).toEqual([])
    // Once the clock was a year ahead, and the backup of that night was not finished.
    const ahead = Date.now() + 365 * DAY
    await storeValue(db, 'nightly-backup-begun', night + 365 * DAY)
    await noteBackupProgress(db, { step: 'rows', done: 0, of: 1 }, ahead)
    await noteProof(db, { at: ahead, madeAt: ahead })
    expect(await backupProgress(db, Date.now())).toBeUndefined()
    expect((await proofState(db, Date.now())).isGood).toBe(false)
    await Promise.all([at(night), at(night)])
    expect(await sets()).toHaveLength(1)
    const byWrongClock = join(config.dataDir, 'backups', nameOfBackupSet(ahead))
    mkdirSync(byWrongClock)
    expect((await sets()).at(-1)).toBe(byWrongClock)
    rmSync(byWrongClock, { recursive: true })
    const proof = await db.selectFrom('settings').select('value').where('name', '=', 'last-proof').executeTakeFirst()
    expect(JSON.parse(proof?.value ?? '')).toMatchObject({ madeAt: expect.any(Number) })
    await at(night + HOUR)
    expect(await sets()).toHaveLength(1)
  })

  test('that no process can make is noted, and the server goes on', async () => {
    const { services } = await start()
    const { execPath } = process
    onTestFinished(() => void Object.assign(process, { execPath }))
    // An upgrade of Node can remove the program that runs.
    process.execPath = '/no/such/node'
    const night = new Date('2026-11-20T03:00:00').getTime()
    const log = { info: () => {}, error: () => {} }
    await expect(backupIfDue({ db: services.db, now: () => night, log })).rejects.toThrow('ENOENT')
    expect((await lastFailedBackup(services.db, undefined))?.problem).toContain('ENOENT')
  })

  test('is found damaged if a row, a file or its list is missing, and the last three are kept', async () => {
    const { server } = await startWithNoura()
    const folder = join(server.services.config.dataDir, 'backups')
    // A backup of two days ago was killed, and one of another machine runs.
    const [killed, runs] = [2 * DAY, HOUR].map(ago => `.${Date.now() - ago}-4.part`)
    for (const half of [killed, runs]) mkdirSync(join(folder, `${half}/recordings`), { recursive: true })
    for (let time = 0; time < 4; time++) await type(server, backupAllCommand, '')
    expect(await listBackupSets(folder, Date.now())).toHaveLength(3)
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([runs])
    expect((await type(server, proveBackupCommand, ''))[0]).toMatch(/is good/)

    const [first, second, third] = (await listBackupSets(folder, Date.now())) as [string, string, string]
    const users = join(first, 'tables/users.ndjson.gz')
    writeFileSync(users, gzipSync(gunzipSync(readFileSync(users)).toString().replace('Noura', 'Nouri')))
    await expect(type(server, proveBackupCommand, first)).rejects.toThrow(/The table users in the backup is damaged/)
    const whole = readFileSync(users)
    writeFileSync(users, whole.subarray(0, whole.length / 2))
    await expect(type(server, proveBackupCommand, first)).rejects.toThrow(/users.ndjson.gz in the backup is damaged/)
    writeFileSync(users, whole)
    // Nothing of a damaged backup is restored, so another backup can still be restored to the same folder.
    const config = configOf(newFolder())
    const printed: string[] = []
    const print = (line: string) => void printed.push(line)
    const restore = (set: string) => restoreAllCommand.runWithoutDatabase({ config, words: [set], print })
    await expect(restore(first)).rejects.toThrow(/The table users in the backup is damaged/)
    // The second backup was copied without some files, so all the rest is restored.
    const [media] = readdirSync(join(second, 'media'))
    rmSync(join(second, 'media', media as string), { recursive: true })
    await expect(type(server, proveBackupCommand, second)).rejects.toThrow(/files of media are in the backup/)
    await restore(second)
    expect(printed.join('\n')).toMatch(/^What there is of .*files of media are in the backup/s)
    const manifest = join(third, 'manifest.json')
    writeFileSync(manifest, readFileSync(manifest).subarray(0, 9))
    await expect(type(server, proveBackupCommand, third)).rejects.toThrow(/is no complete backup/)
    rmSync(manifest)
    await expect(type(server, proveBackupCommand, third)).rejects.toThrow(/is no complete backup/)
    // A folder in place of the file cannot be read, not even by root, who runs some tests.
    mkdirSync(manifest)
    await expect(type(server, proveBackupCommand, third)).rejects.toThrow('EISDIR')
  })
})

async function contentOf(db: TestServer['services']['db']) {
  const tables = ['users', 'responders', 'messages', 'conversations', 'courses', 'lessons', 'known_pages'] as const
  const content: Record<string, string[]> = {}
  for (const table of tables) {
    const rows = await db.selectFrom(table).selectAll().execute()
    content[table] = rows.map(row => JSON.stringify(row)).toSorted()
  }
  return content
}

function configOf(dataDir: string) {
  return readConfig({ DATA_DIR: dataDir, DEMO_COURSES: 'off' })
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'step-by-step-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

type Typed = typeof backupAllCommand

async function type({ services: { db, config } }: TestServer, command: Typed, folder: string): Promise<string[]> {
  const printed: string[] = []
  await command.run({ db, config, words: folder ? [folder] : [], print: line => printed.push(line) })
  return printed
}
