import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DAY } from '../../../../contract/time.ts'

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function storage() {
  const stored = new Map<string, string>()
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  }
}

/** A new tab of the same browser. */
async function newTab() {
  vi.resetModules()
  vi.stubGlobal('sessionStorage', storage())
  return { ...(await import('./waiting-code.ts')), ...(await import('../../provider/press-key.ts')) }
}

/** A code for Noura that a tab waits for. */
function waiting(codeExpiresAt: number) {
  const phone = { phone: '501234567', dialCode: '971', countryCode: 'AE' }
  return { ...phone, verificationId: 'v1', resendAt: 0, codeExpiresAt, isNew: false, isTooMany: false }
}

test('a phone kills the tab while the right code is checked: entered in another tab, it is the same press', async () => {
  const tab = await newTab()
  tab.saveWaitingCode(waiting(tab.expiryOfCodeSentNow()))
  const key = tab.pressKey('confirmCode', 'v1')
  const next = await newTab()
  expect(next.waitingCode()).toBeUndefined()
  expect(next.lastSentCode()).toMatchObject({ verificationId: 'v1' })
  expect(next.pressKey('confirmCode', 'v1')).toBe(key)
  next.deleteWaitingCode()
  expect(next.pressKey('confirmCode', 'v1')).not.toBe(key)
})

test('a code waits for no day because the clock of the phone was a day ahead when it was sent', async () => {
  const tab = await newTab()
  tab.saveWaitingCode(waiting(tab.expiryOfCodeSentNow()))
  vi.setSystemTime(Date.now() - 1000)
  expect(tab.waitingCode()).toMatchObject({ verificationId: 'v1' })
  vi.setSystemTime(Date.now() - DAY)
  expect(tab.lastSentCode()).toBeUndefined()
})
