import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mergeUser, saveUser } from '../../../contract/account.ts'
import { type Call, createClient } from '../../../contract/calls/client.ts'
import { AuthEmulator, isEmulatorInstalled } from '../../../testing/firebase-emulator/auth-emulator.ts'
import { eraseCommand } from '../../commands/people/erase.ts'
import { onEachDatabase, type TestServer } from '../../testing.ts'

const PASSWORD = 'learning1'
const emulator = new AuthEmulator()
let people = 0

type Account = { localId: string; idToken: string; call: Call }

describe.skipIf(!isEmulatorInstalled())('beside Firebase’s Auth Emulator', () => {
  beforeAll(() => emulator.start())
  afterAll(() => emulator.stop())

  onEachDatabase('Accounts at Firebase', start => {
    async function serverBeside(host = emulator.host): Promise<TestServer> {
      const app = { apiKey: 'key', authDomain: 'localhost', projectId: emulator.projectId, appId: '1:2:web:3' }
      const env = {
        IDENTITY: 'firebase',
        FIREBASE_APP: JSON.stringify(app),
        FIREBASE_AUTH_EMULATOR_HOST: host,
        LOG_LEVEL: 'silent',
      }
      return start({ env })
    }

    test('Noura merges her accounts: her phone signs in to the older one, and the other is deleted', async () => {
      const server = await serverBeside()
      const { kept, other, phone } = await bothAccounts(server)
      const { data } = await merge(kept, other, phone)
      expect(data.user).toMatchObject({ uid: kept.localId, phoneNumber: phone, formerUids: [other.localId] })
      expect((await signInByPhone(phone)).localId).toBe(kept.localId)
      await expect(accountAt(other.localId)).resolves.toBeUndefined()
    })

    test('a repeated request after a lost response changes nothing at Firebase', async () => {
      const server = await serverBeside()
      const { kept, other, phone } = await bothAccounts(server)
      const move = { from: other.localId, to: kept.localId, phoneNumber: phone }
      const { accounts } = server.services.identity
      for (const _ of ['once', 'and again'])
        await server.services.db.transaction().execute(trx => accounts.movePhone(trx, move))
      expect((await signInByPhone(phone)).localId).toBe(kept.localId)
    })

    test('while Firebase is down nothing is merged: both accounts are unchanged, and a later try succeeds', async () => {
      const server = await serverBeside()
      const { kept, other, phone } = await bothAccounts(server)
      const cutOff = await start({
        env: { ...envOf(server), FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9' },
        dataDir: server.services.config.dataDir,
        databaseUrl: server.services.config.databaseUrl,
      })
      const callAt = createClient({ base: cutOff.origin, token: async () => kept.idToken })
      await expect(merge({ ...kept, call: callAt }, other, phone)).rejects.toMatchObject({
        code: 'unavailable',
        status: 503,
      })
      expect((await signInByPhone(phone)).localId).toBe(other.localId)
      const rows = await server.services.db.selectFrom('users').select(['uid', 'phone_number']).execute()
      expect(rows).toContainEqual({ uid: other.localId, phone_number: phone })
      expect((await merge(kept, other, phone)).success).toBe(true)
    })

    test('a number that cannot move to the older account goes back to its account', async () => {
      const server = await serverBeside()
      const { other, phone } = await bothAccounts(server)
      const { accounts } = server.services.identity
      const move = { from: other.localId, to: 'nobody-at-all', phoneNumber: phone }
      const moved = server.services.db.transaction().execute(trx => accounts.movePhone(trx, move))
      await expect(moved).rejects.toMatchObject({ code: 'unavailable' })
      expect((await signInByPhone(phone)).localId).toBe(other.localId)
    })

    test('a deleted account cannot sign in, and deleting it twice is no error', async () => {
      const server = await serverBeside()
      const { kept } = await bothAccounts(server)
      const { accounts } = server.services.identity
      for (const _ of ['once', 'and again'])
        await server.services.db.transaction().execute(trx => accounts.remove(trx, kept.localId))
      await expect(accountAt(kept.localId)).resolves.toBeUndefined()
    })

    test('a person who was erased by the operator cannot sign in there either', async () => {
      const server = await serverBeside()
      const { kept } = await bothAccounts(server)
      const { db, config } = server.services
      await eraseCommand.run({ db, config, words: ['--uid', kept.localId, '--now'], print: () => {} })
      await expect(accountAt(kept.localId)).resolves.toBeUndefined()
    })
  })
})

function envOf({ services }: TestServer): Record<string, string> {
  return { IDENTITY: 'firebase', FIREBASE_APP: JSON.stringify(services.config.firebaseApp), LOG_LEVEL: 'silent' }
}

/** Noura's old account with her e-mail address, and her new account with her phone. The server knows both. */
async function bothAccounts(server: TestServer): Promise<{ kept: Account; other: Account; phone: string }> {
  people += 1
  const phone = `+9715011${String(people).padStart(5, '0')}`
  const kept = await emulator.ask<Account>('signUp', {
    email: `noura${people}@example.org`,
    password: PASSWORD,
    returnSecureToken: true,
  })
  return { kept: await opened(server, kept), other: await opened(server, await signInByPhone(phone)), phone }
}

async function signInByPhone(phoneNumber: string): Promise<Account> {
  await emulator.ask('sendVerificationCode', { phoneNumber, recaptchaToken: 'none' })
  const { sessionInfo, code } = await emulator.newestCode(phoneNumber)
  return emulator.ask('signInWithPhoneNumber', { sessionInfo, code })
}

async function opened(server: TestServer, account: Account): Promise<Account> {
  const call = createClient({ base: server.origin, token: async () => account.idToken })
  await call(saveUser, { params: { uid: account.localId }, body: {} })
  return { ...account, call }
}

function merge(kept: Account, other: Account, phoneNumber: string) {
  const input = { params: { uid: kept.localId }, body: { phoneUid: other.localId, phoneNumber } }
  return kept.call(mergeUser, input, { headers: { 'X-Merge-Proof': other.idToken } })
}

async function accountAt(uid: string): Promise<object | undefined> {
  const { users } = await emulator.manage<{ users?: object[] }>('lookup', { localId: [uid] })
  return users?.[0]
}
