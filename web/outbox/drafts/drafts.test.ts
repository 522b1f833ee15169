import { beforeEach, expect, test, vi } from 'vitest'
import { dropAllDrafts, dropDraft, readDraft, saveDraft } from './drafts.ts'
import { migrateDrafts } from './migrate-drafts.ts'

const noura = { uid: 'noura', lessonId: 'cuts', pageId: 'last-time' }
const yousef = { ...noura, uid: 'yousef' }

beforeEach(() => {
  // Replaces a browser's storage, whose keys are own properties.
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value
    },
    removeItem: (key: string) => delete storage[key],
  })
  vi.stubGlobal('localStorage', storage)
})

test("Noura's draft is there when she returns, and only hers", () => {
  saveDraft(noura, 'My neighbour fell')
  expect(readDraft(noura)).toBe('My neighbour fell')
  expect(readDraft(yousef)).toBeUndefined()
  expect(readDraft({ ...noura, pageId: 'kit' })).toBeUndefined()
})

test('a list is stored as a list, and a sent draft is deleted', () => {
  saveDraft(noura, ['3', 'twice'])
  expect(readDraft(noura)).toEqual(['3', 'twice'])
  dropDraft(noura)
  expect(readDraft(noura)).toBeUndefined()
})

test('a draft for another type of page is not shown, stays stored, and is deleted with its account', () => {
  const chosen = { ...noura, type: 'multichoice' }
  const written = { ...noura, type: 'text-response' }
  saveDraft(chosen, 'lift')
  expect(readDraft(written)).toBeUndefined()
  saveDraft(written, 'My neighbour fell')
  dropDraft(written)
  expect(readDraft(chosen)).toBe('lift')
  migrateDrafts('yousef', ['noura'])
  expect(readDraft({ ...chosen, uid: 'yousef' })).toBe('lift')
})

test('a sign-out deletes every draft and nothing else', () => {
  localStorage.setItem('sbs.language', 'ar')
  saveDraft(noura, 'mine')
  saveDraft(yousef, 'his')
  dropAllDrafts()
  expect(Object.keys(localStorage)).toEqual(['sbs.language'])
})

test('drafts of a merged account move along, and replace no newer ones', () => {
  const before = { ...noura, uid: 'noura-by-phone' }
  saveDraft(before, 'begun by phone')
  saveDraft({ ...before, pageId: 'kit' }, ['gauze'])
  saveDraft({ ...noura, pageId: 'kit' }, ['gloves'])
  saveDraft(yousef, 'his')
  migrateDrafts('noura', ['noura-by-phone', 'somebody-else'])
  expect(readDraft(noura)).toBe('begun by phone')
  expect(readDraft({ ...noura, pageId: 'kit' })).toEqual(['gloves'])
  expect(readDraft(yousef)).toBe('his')
  expect(Object.keys(localStorage)).toHaveLength(3)
})

test('stored text that is not an answer is ignored', () => {
  saveDraft(noura, 'x')
  const [key = ''] = Object.keys(localStorage)
  for (const broken of ['{', '7', '{"a":1}', '[1,2]', 'null']) {
    localStorage.setItem(key, broken)
    expect(readDraft(noura)).toBeUndefined()
  }
})

test('a browser without storage causes no error', () => {
  vi.stubGlobal('localStorage', undefined)
  saveDraft(noura, 'x')
  expect(readDraft(noura)).toBeUndefined()
  dropAllDrafts()
})

test('a draft that the version before stored is found', () => {
  localStorage.setItem('sbs.draft ["noura","cuts","kit","multichoice"]', '["gauze"]')
  localStorage.setItem('sbs.draft ["noura","cuts","kit"]', '"without a type"')
  localStorage.setItem('sbs.draft ["noura","messages","mentor"]', '"My neighbour fell"')
  expect(readDraft({ uid: 'noura', lessonId: 'cuts', pageId: 'kit', type: 'multichoice' })).toEqual(['gauze'])
  expect(readDraft({ uid: 'noura', lessonId: 'cuts', pageId: 'kit' })).toBe('without a type')
  expect(readDraft({ uid: 'noura', lessonId: 'messages', pageId: 'mentor' })).toBe('My neighbour fell')
  migrateDrafts('yousef', ['noura'])
  expect(Object.keys(localStorage).sort()).toEqual([
    'sbs.draft ["yousef","cuts","kit","multichoice"]',
    'sbs.draft ["yousef","cuts","kit"]',
    'sbs.draft ["yousef","messages","mentor"]',
  ])
})
