import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { openDatabase } from '../open.ts'
import type { Db } from '../tables.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const ADMIN = join(import.meta.dirname, '../../commands/admin.ts')

let dataDir: string
let file: string
let backup: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'step-by-step-backup-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  file = join(dataDir, 'step-by-step.sqlite')
  backup = join(dataDir, 'backup.sqlite')
})

async function open(): Promise<Db> {
  const db = await openDatabase({ databaseUrl: '', dataDir })
  await migrate(db)
  onTestFinished(() => db.destroy())
  return db
}

const write = (db: Db, name: string, value = '1') => db.insertInto('settings').values({ name, value }).execute()

async function names(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('settings').select('name').orderBy('name').execute()
  return rows.map(row => row.name)
}

/** Leaves the files as `kill -9` does: with a -wal file that holds the last writes. */
async function crash(db: Db): Promise<void> {
  const ends = ['', '-wal', '-shm']
  for (const end of ends) copyFileSync(`${file}${end}`, `${file}${end}.kept`)
  await db.destroy()
  for (const end of ends) copyFileSync(`${file}${end}.kept`, `${file}${end}`)
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0)
}

test('a backup is private from its first byte, and a killed backup does not block the next one', async () => {
  const db = await open()
  for (let row = 0; row < 40; row++) await write(db, `row ${row}`, 'a'.repeat(1024 * 1024))
  const folder = mkdtempSync(join(dataDir, 'backups-'))
  const target = join(folder, 'today.sqlite')
  const run = () =>
    spawn('sh', ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, ADMIN, 'backup', target], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' },
      stdio: 'ignore',
    })
  const begun = () => readdirSync(folder).filter(name => name.endsWith('.part'))

  const killed = run()
  while (begun().length === 0 && killed.exitCode === null) await sleep(1)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  expect(begun()).toHaveLength(1)
  expect(existsSync(target)).toBe(false)

  const modes = new Set<number>()
  const again = run()
  const exit = once(again, 'exit')
  while (again.exitCode === null) {
    for (const name of readdirSync(folder))
      modes.add((statSync(join(folder, name), { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777)
    await sleep(1)
  }
  expect((await exit)[0]).toBe(0)
  expect(modes).toEqual(new Set([0o600]))
  expect(readdirSync(folder)).toEqual(['today.sqlite'])
  await expect(writeBackup(db, target)).rejects.toThrow(/is there already; a backup never overwrites/)
})

test('a restore brings back the backup, whatever the crashed server left, and keeps the former database', async () => {
  const db = await open()
  await write(db, 'before the backup')
  const reset = { token_hash: 'used since', uid: 'noura', created_at: 1, expires_at: 2, used_at: null }
  await db.insertInto('reset_links').values(reset).execute()
  await writeBackup(db, backup)
  await write(db, 'after the backup')
  await crash(db)
  const { aside } = await restoreBackup(backup, file)
  expect(readdirSync(dataDir).filter(name => /-(wal|shm|journal)$/.test(name))).toEqual([])
  const restored = await open()
  expect(await names(restored)).toEqual(['before the backup'])
  expect(await restored.selectFrom('reset_links').selectAll().execute()).toEqual([])
  expect(statSync(file).mode & 0o777).toBe(0o600)

  // The former database can be restored in the same way.
  await restoreBackup(aside as string, join(dataDir, 'other', 'step-by-step.sqlite'))
  dataDir = join(dataDir, 'other')
  expect(await names(await open())).toEqual(['after the backup', 'before the backup'])
})

test('a restore takes the sign-ins of the former database, if the backup is of that one', async () => {
  const db = await open()
  for (const uid of ['noura', 'yousef', 'rana']) await signIn(db, uid)
  await writeBackup(db, backup)
  await db.updateTable('sessions').set({ revoked_at: 2 }).where('id', '=', 'noura').execute()
  await db.updateTable('sessions').set({ refresh_hash: 'renewed' }).where('id', '=', 'yousef').execute()
  await db.updateTable('users').set({ signed_out_at: 2 }).where('uid', '=', 'rana').execute()
  await signIn(db, 'omar')
  await crash(db)

  expect(await restoreBackup(backup, file)).toMatchObject({ isOfFormer: true })
  const restored = await open()
  expect(await liveSessionsOf(restored)).toEqual([{ id: 'yousef', refresh_hash: 'renewed' }])
  await signIn(restored, 'salma')
  await restored.destroy()

  // Now the former database is a restored one, so it is not the database of the backup: its sign-ins are not taken.
  expect(await restoreBackup(backup, file)).toMatchObject({ isOfFormer: false })
  const asInBackup = ['noura', 'rana', 'yousef'].map(id => ({ id, refresh_hash: 'of the sign-in' }))
  expect(await liveSessionsOf(await open())).toEqual(asInBackup)
})

async function signIn(db: Db, uid: string): Promise<void> {
  const nothing = { phone_number: null, email: null, display_name: null, responder_id: null, phone_since: null }
  const never = { email_since: null, email_proved_at: null, blocked_at: null, signed_out_at: null, erase_at: null }
  await db
    .insertInto('users')
    .values({ uid, is_beta: 0, created_at: 1, ...nothing, ...never })
    .execute()
  const session = { id: uid, uid, refresh_hash: 'of the sign-in', created_at: 1, expires_at: 9 }
  await db
    .insertInto('sessions')
    .values({ ...session, previous_hash: null, revoked_at: null })
    .execute()
}

function liveSessionsOf(db: Db) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.uid', 'sessions.uid')
    .select(['id', 'refresh_hash'])
    .where('revoked_at', 'is', null)
    .where('signed_out_at', 'is', null)
    .orderBy('id')
    .execute()
}

test('nothing is restored while a server runs, or from a file that is not a backup', async () => {
  const db = await open()
  await write(db, 'a name')
  await writeBackup(db, backup)
  await expect(restoreBackup(backup, file)).rejects.toThrow(/works on .*: stop it first/)
  await db.destroy()
  for (const [content, sentence] of [
    ['no database '.repeat(1000), /is no good backup/],
    ['', /is no good backup/],
  ] as const) {
    writeFileSync(backup, content)
    await expect(restoreBackup(backup, file)).rejects.toThrow(sentence)
  }
  await expect(restoreBackup(join(dataDir, 'nothing'), file)).rejects.toThrow(/There is no file/)
  expect(await names(await open())).toEqual(['a name'])
})

test('a backup that was copied beside the -wal file of a crashed server holds its own data', async () => {
  const db = await open()
  await write(db, 'before the backup')
  await writeBackup(db, backup)
  await write(db, 'after the backup', 'a'.repeat(100_000))
  await crash(db)
  copyFileSync(backup, file)
  const again = await open()
  expect(await names(again)).toEqual(['before the backup'])
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(again)
  expect(rows).toEqual([{ integrity_check: 'ok' }])
  expect(readdirSync(dataDir).filter(name => name.includes('-wal.of-another-database-'))).not.toEqual([])
})
