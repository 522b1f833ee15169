import { hash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { getEncryptedBackupUrl, makeBackup } from '../../../contract/organisation/backups.ts'
import { getAuditLog } from '../../../contract/organisation/log/audit-log.ts'
import { blockPerson, signOutPerson, unblockPerson } from '../../../contract/organisation/person-acts.ts'
import { getOrgSettings } from '../../../contract/organisation/settings.ts'
import { becomeFirstOwner, setRoles } from '../../../contract/organisation/team.ts'
import { MINUTE } from '../../../contract/time.ts'
import { decryptBackup } from '../../backups/encrypted-backup.ts'
import { proveBackupSet } from '../../backups/prove-backup-set.ts'
import { startAdmin } from '../../backups/run-admin.ts'
import { backupAllCommand } from '../../commands/backups/backup-all.ts'
import { onSqlite } from '../../testing.ts'
import type { Person } from '../../testing-people.ts'

const REEM = '+971501111111'
const DANA = '+971502222222'
const PASSPHRASE = 'ثلاث شجرات على التلّ'

// One database is enough, because encrypting takes seconds. Backups of PostgreSQL have tests of their own.
onSqlite('A backup by an owner', start => {
  test('is made while people learn, once at a time, and comes as a file that only the passphrase opens', async () => {
    const server = await start()
    const reem = await server.signIn(REEM)
    await reem.call(becomeFirstOwner, { body: {} })
    const seal = (person: Person) =>
      person.call(getEncryptedBackupUrl, { body: { passphrase: PASSPHRASE } }, { idempotencyKey: 'one-press-of-reem' })
    await expect(seal(reem)).rejects.toMatchObject({ status: 404, code: 'settings/no-backup' })

    const presses = await Promise.allSettled([reem.call(makeBackup, {}), reem.call(makeBackup, {})])
    expect(presses.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const backup = async () => (await reem.call(getOrgSettings, {})).data.backup
    await expect.poll(async () => (await backup()).running, { interval: 200 }).toBeNull()
    const { last, provenAt, problem, restore } = await backup()
    expect(last).toMatchObject({ people: 1 })
    expect({ provenAt, problem }).toEqual({ provenAt: last?.madeAt, problem: null })
    expect(restore.join('\n')).toContain('restore-all')

    // A file stands where the media folder should be, so the next backup fails. The last good one stays.
    const { mediaDir } = server.services.config
    renameSync(mediaDir, `${mediaDir}-away`)
    writeFileSync(mediaDir, '')
    await reem.call(makeBackup, {})
    await expect.poll(async () => (await backup()).running, { interval: 200 }).toBeNull()
    const after = await backup()
    expect(after).toMatchObject({ last, provenAt, failed: { problem: expect.stringMatching(/./) } })
    rmSync(mediaDir)
    renameSync(`${mediaDir}-away`, mediaDir)
    await reem.call(makeBackup, {})
    await expect.poll(async () => (await backup()).running, { interval: 200 }).toBeNull()
    expect((await backup()).failed).toBeNull()

    const { url } = (await seal(reem)).data
    // No hash of the passphrase is stored, because a passphrase that a person chose could be guessed from it.
    const sent = JSON.stringify({ call: getEncryptedBackupUrl.path, body: { passphrase: PASSPHRASE } })
    const fingerprints = server.services.db.selectFrom('idempotency_keys').select('fingerprint')
    const stored = (await fingerprints.execute()).map(({ fingerprint }) => fingerprint)
    expect([stored.length, stored.includes(hash('sha256', sent, 'base64url'))]).toEqual([1, false])
    const response = await fetch(server.origin + url)
    expect(response.headers.get('content-disposition')).toMatch(/step-by-step-\d{4}-\d\d-\d\d\.tar\.age/)
    const place = mkdtempSync(join(tmpdir(), 'step-by-step-'))
    onTestFinished(() => rmSync(place, { recursive: true, force: true }))
    const file = join(place, 'backup.tar.age')
    writeFileSync(file, Buffer.from(await response.arrayBuffer()))
    await decryptBackup(createReadStream(file), PASSPHRASE, join(place, 'set'))
    const [set = ''] = readdirSync(join(place, 'set'))
    expect((await proveBackupSet(join(place, 'set', set))).tables.users?.rows).toBe(1)

    const { lines } = (await reem.call(getAuditLog, { query: {} })).data
    expect(lines.map(({ action, side }) => [action, side])).toEqual([
      ['backup-downloaded', 'browser'],
      ['backup-made', 'browser'],
      ['backup-made', 'browser'],
      ['backup-made', 'browser'],
      ['first-owner', 'browser'],
    ])

    const { db, config } = server.services
    const sets = join(place, 'sets')
    await backupAllCommand.run({ db, config, words: [sets], print: () => {} })
    // A killed command has left a part of a file.
    writeFileSync(join(place, 'own.tar.age.part'), 'cut off')
    const words = ['seal-backup', join(place, 'own.tar.age'), join(sets, readdirSync(sets)[0] ?? '')]
    const sealing = await startAdmin(words, { ...process.env, DATA_DIR: config.dataDir, DATABASE_URL: '' })
    sealing.stdin.end(`${PASSPHRASE}\n`)
    const [ended, complaints] = await Promise.all([once(sealing, 'exit'), text(sealing.stderr)])
    expect([ended, complaints]).toEqual([[0, null], expect.stringMatching(/^Database: .*\n$/)])
    expect(readdirSync(place).filter(name => name.startsWith('own'))).toEqual(['own.tar.age'])
    expect((await reem.call(getAuditLog, { query: {} })).data.lines.slice(0, 2)).toMatchObject([
      { action: 'backup-downloaded', side: 'command', actor: null },
      { action: 'backup-made', side: 'command', actor: null },
    ])

    const dana = await server.signIn(DANA)
    await reem.call(setRoles, { params: { uid: dana.uid }, body: { roles: ['owner'] } })
    const params = { uid: reem.uid }
    const newUrl = async () => {
      const { call } = await server.signIn(REEM)
      return server.origin + (await call(getEncryptedBackupUrl, { body: { passphrase: PASSPHRASE } })).data.url
    }
    const expectEnded = async (url: string, by: string) => expect((await fetch(url)).status, by).toBe(403)
    const [blocked, old] = [await newUrl(), await newUrl()]
    await dana.call(blockPerson, { params, body: { reason: 'Her phone was lost' } })
    await expectEnded(blocked, 'a block')
    await dana.call(unblockPerson, { params })
    server.clock.advance(11 * MINUTE)
    await expectEnded(old, 'ten minutes')
    const signedOut = await newUrl()
    await dana.call(signOutPerson, { params })
    await expectEnded(signedOut, 'a sign-out')
    const noOwner = await newUrl()
    await dana.call(setRoles, { params, body: { roles: [] } })
    await expectEnded(noOwner, 'the end of her role')
    const guessed = `${server.origin}/org/v1/backupFile?ticket=v1.AAAA`
    expect((await fetch(guessed)).status).toBe(403)
    const opened = await fetch(guessed, { headers: { accept: 'text/html,*/*;q=0.8' }, redirect: 'manual' })
    expect([opened.status, opened.headers.get('location')], 'as a page').toEqual([303, '/org/settings'])
  })
})
