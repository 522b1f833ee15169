import { beforeEach, expect, test, vi } from 'vitest'
import { dropAllDrafts, dropDraft, readDraft, saveDraft } from './drafts.ts'
import { migrateDrafts } from './migrate-drafts.ts'

const noura = { uid: 'noura', lessonId: 'cuts', pageId: 'last-time' }
const yousef = { ...noura, uid: 'yousef' }

beforeEach(() => {
  // A browser's storage keeps its keys as own properties, as this stands in for.
  const storage = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      storage[key] = value
    },
    removeItem: (key: string) => delete storage[key],
  })
  vi.stubGlobal('localStorage', storage)
})

test('what Noura began is there when she comes back, and is nobody else’s', () => {
  saveDraft(noura, 'My neighbour fell')
  expect(readDraft(noura)).toBe('My neighbour fell')
  expect(readDraft(yousef)).toBeUndefined()
  expect(readDraft({ ...noura, pageId: 'kit' })).toBeUndefined()
})

test('a list is kept as a list, and what was sent is dropped', () => {
  saveDraft(noura, ['3', 'twice'])
  expect(readDraft(noura)).toEqual(['3', 'twice'])
  dropDraft(noura)
  expect(readDraft(noura)).toBeUndefined()
})

test('a draft of another type of page is not shown, stays, and goes with its account', () => {
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

test('signing out takes every draft along and nothing else', () => {
  localStorage.setItem('sbs.language', 'ar')
  saveDraft(noura, 'mine')
  saveDraft(yousef, 'his')
  dropAllDrafts()
  expect(Object.keys(localStorage)).toEqual(['sbs.language'])
})

test('what Noura began under an account that hers took in goes on, and puts nothing newer aside', () => {
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

test('what is not an answer is not taken for one', () => {
  saveDraft(noura, 'x')
  const [key = ''] = Object.keys(localStorage)
  for (const broken of ['{', '7', '{"a":1}', '[1,2]', 'null']) {
    localStorage.setItem(key, broken)
    expect(readDraft(noura)).toBeUndefined()
  }
})

test('a browser that stores nothing breaks nothing', () => {
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
