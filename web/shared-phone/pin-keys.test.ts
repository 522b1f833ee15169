import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { decryptorWith, encryptorFor, makeLock, openByAccount, openByPin, withPin } from './pin-keys.ts'

const accountKey = randomBytes(32).toString('base64url')
const text = (bytes: ArrayBuffer) => new TextDecoder().decode(bytes)
const bytes = new TextEncoder().encode("Noura's answer")

test('without a PIN at hand something is locked, and only the PIN or the account opens it', async () => {
  const lock = await makeLock('noura', '1234', accountKey)
  const encrypt = await encryptorFor(lock.publicKey)
  const locked = await encrypt(bytes)
  expect(text(locked.bytes)).not.toContain('Noura')

  expect(await openByPin(lock, '1235')).toBeUndefined()
  const byPin = await openByPin(lock, '1234')
  expect(text(await (await decryptorWith(byPin as ArrayBuffer))(locked))).toBe("Noura's answer")

  expect(await openByAccount(lock, randomBytes(32).toString('base64url'))).toBeUndefined()
  const byAccount = await openByAccount(lock, accountKey)
  expect(text(await (await decryptorWith(byAccount as ArrayBuffer))(locked))).toBe("Noura's answer")
})

test('another PIN opens what was locked before, and the old one does not', async () => {
  const lock = await makeLock('noura', '1234', accountKey)
  const locked = await (await encryptorFor(lock.publicKey))(bytes)
  const privateBytes = await openByPin(lock, '1234')
  const changed = await withPin(lock, '0000', privateBytes as ArrayBuffer)
  expect(await openByPin(changed, '1234')).toBeUndefined()
  const opened = await openByPin(changed, '0000')
  expect(text(await (await decryptorWith(opened as ArrayBuffer))(locked))).toBe("Noura's answer")
})

test("a copy of the phone's storage without the device key opens nothing, even with the right PIN", async () => {
  const lock = await makeLock('noura', '1234', accountKey)
  const other = await makeLock('noura', '1234', accountKey)
  expect(lock.deviceKey.extractable).toBe(false)
  expect(await openByPin({ ...lock, deviceKey: other.deviceKey }, '1234')).toBeUndefined()
})

test('the keys of another person open nothing', async () => {
  const noura = await makeLock('noura', '1234', accountKey)
  const yousef = await makeLock('yousef', '1234', accountKey)
  const locked = await (await encryptorFor(noura.publicKey))(bytes)
  const keys = await openByPin(yousef, '1234')
  await expect((await decryptorWith(keys as ArrayBuffer))(locked)).rejects.toThrow('another key')
})
