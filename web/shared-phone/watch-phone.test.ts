import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { KnownUser } from '../user/load-user.ts'
import { peopleOnPhone, removePeople, savePerson } from './people.ts'
import { watchPhone } from './watch-phone.ts'

const { lock } = vi.hoisted(() => ({ lock: { isThere: Promise.resolve(true) } }))
vi.mock('./pin-lock.ts', () => ({ hasLock: () => lock.isThere, openWithAccount: async () => false }))
vi.mock('./switch-people.ts', () => ({
  entryOf: ({ uid }: KnownUser) => ({ uid, name: 'Noura' }),
  noteSignsInWith: () => {},
  putSessionAside: vi.fn(),
}))
vi.mock('../offline/register-worker.ts', () => ({ register: vi.fn() }))
vi.mock('../outbox/outbox.ts', () => ({ broadcast: vi.fn() }))
vi.mock('../session.ts', () => ({
  currentSession: () => ({ uid: 'noura' }),
  isSharedPhone: () => true,
  onSessionChange: () => {},
  PEOPLE: 'sbs.people',
}))

const noura = { uid: 'noura', formerUids: [] } as unknown as KnownUser

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  })
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: () => {} })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('window', {})
  savePerson({ uid: 'noura', hasPin: true })
})
afterEach(() => vi.unstubAllGlobals())

test('Noura whose browser deleted the keys of her PIN stays in the list, without a PIN', async () => {
  lock.isThere = Promise.resolve(false)
  await watchPhone(noura)
  expect(peopleOnPhone()).toMatchObject([{ name: 'Noura', hasPin: false }])
})

test('Noura who removes her PIN while the app opens does not come back into the list without a name', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  lock.isThere = promise
  const watching = watchPhone(noura)
  await vi.dynamicImportSettled()
  savePerson({ uid: 'noura', hasPin: false })
  removePeople(['noura'])
  resolve(false)
  await watching
  expect(peopleOnPhone()).toEqual([])
})
