import { beforeEach, expect, test, vi } from 'vitest'
import { readMergedDraft } from '../../lessons/answering/merged-draft.ts'
import { conversationPlace } from '../../messages/conversation/conversation-place.ts'
import { isOfAnswer, lastOpenedPlace, mediaPlace, ofType, pagePlace, picksPlace } from './draft-place.ts'
import { dropAllDrafts, dropDraft, readDraft, saveDraft } from './drafts.ts'
import { migrateDrafts } from './migrate-drafts.ts'
import { keyAt } from './recording-drafts.ts'
import { storedPlaces } from './stored-places.ts'

const noura = pagePlace('noura', 'cuts', 'last-time')
const yousef = { ...noura, uid: 'yousef' }
const otherPage = pagePlace('noura', 'cuts', 'kit')

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
  expect(readDraft(otherPage)).toBeUndefined()
})

test('a list is stored as a list, and a sent draft is deleted', () => {
  saveDraft(noura, ['3', 'twice'])
  expect(readDraft(noura)).toEqual(['3', 'twice'])
  dropDraft(noura)
  expect(readDraft(noura)).toBeUndefined()
})

test('a draft for another type of page is not shown, stays stored, and is deleted with its account', () => {
  const chosen = ofType(noura, 'multichoice')
  const written = ofType(noura, 'text-response')
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
  saveDraft({ ...otherPage, uid: before.uid }, ['gauze'])
  saveDraft(otherPage, ['gloves'])
  saveDraft(yousef, 'his')
  migrateDrafts('noura', ['noura-by-phone', 'somebody-else'])
  expect(readDraft(noura)).toBe('begun by phone')
  expect(readDraft(otherPage)).toEqual(['gloves'])
  expect(readDraft(yousef)).toBe('his')
  expect(Object.keys(localStorage)).toHaveLength(3)
})

test('of two messages that were begun before a merge, none is lost', () => {
  const by = (uid: string) => conversationPlace(uid, 'mentor')
  saveDraft(by('noura'), 'Is this wound clean?')
  saveDraft(by('noura-by-phone'), 'And should I wash it?')
  migrateDrafts('noura', ['noura-by-phone'])
  expect(readDraft(by('noura'))).toBe('Is this wound clean?\nAnd should I wash it?')

  // The server may have a text with an id already. It stays a message of its own, so it does not arrive twice.
  saveDraft(by('noura'), ['first', 'id of first'])
  saveDraft(by('noura-by-phone'), 'second')
  migrateDrafts('noura', ['noura-by-phone'])
  expect(readDraft(by('noura'))).toEqual(['first\nsecond', expect.any(String), 'first', 'id of first'])
  // The same text in both is one text.
  saveDraft(by('noura-by-phone'), 'first\nsecond')
  migrateDrafts('noura', ['noura-by-phone'])
  expect(readDraft(by('noura'))?.[0]).toBe('first\nsecond')
  expect(Object.keys(localStorage)).toHaveLength(1)
})

test('of two answers that were begun before a merge, the page shows the words of both', () => {
  const inWords = (uid: string) => ofType({ ...noura, uid }, 'text-response')
  const withNumber = (uid: string) => ofType({ ...otherPage, uid }, 'number-text-response')
  const chosen = (uid: string) => ofType({ ...otherPage, uid }, 'multichoice')
  saveDraft(inWords('noura'), 'My neighbour fell')
  saveDraft(withNumber('noura'), ['', 'Gloves'])
  saveDraft(chosen('noura'), 'lift')
  saveDraft(inWords('noura-by-phone'), 'I washed the wound')
  saveDraft(withNumber('noura-by-phone'), ['3', 'Gauze'])
  saveDraft(chosen('noura-by-phone'), 'wait')
  migrateDrafts('noura', ['noura-by-phone'])
  // The leave sheet finds both until the page is opened.
  expect(storedPlaces().filter(isOfAnswer)).toHaveLength(6)

  for (const _ of ['opened', 'opened again']) {
    expect(readMergedDraft(inWords('noura'), true)).toBe('My neighbour fell\nI washed the wound')
    expect(readMergedDraft(withNumber('noura'), true)).toEqual(['3', 'Gloves\nGauze'])
    expect(readMergedDraft(chosen('noura'), false)).toBe('lift')
  }
  expect(Object.keys(localStorage)).toHaveLength(3)

  // The same words in both are there once. Where the first was sent meanwhile, the second is shown.
  saveDraft(inWords('noura-by-phone'), 'I washed the wound')
  saveDraft(inWords('noura'), 'I washed the wound')
  migrateDrafts('noura', ['noura-by-phone'])
  expect(readMergedDraft(inWords('noura'), true)).toBe('I washed the wound')
  saveDraft(inWords('noura-by-phone'), 'Then I called for help')
  migrateDrafts('noura', ['noura-by-phone'])
  dropDraft(inWords('noura'))
  expect(readMergedDraft(inWords('noura'), true)).toBe('Then I called for help')
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

test('the tries on a page do not count after its author gave it another type', () => {
  saveDraft(picksPlace('noura', 'cuts', { id: 'kit', type: 'multichoice' }), ['"powder"', '"gauze"'])
  expect(readDraft(picksPlace('noura', 'cuts', { id: 'kit', type: 'match-blanks' }))).toBeUndefined()
  expect(readDraft(picksPlace('noura', 'cuts', { id: 'kit', type: 'multichoice' }))).toEqual(['"powder"', '"gauze"'])
})

test('a draft that the version before stored is found', () => {
  localStorage.setItem('sbs.draft ["noura","cuts","kit","multichoice"]', '["gauze"]')
  localStorage.setItem('sbs.draft ["noura","cuts","kit"]', '"without a type"')
  localStorage.setItem('sbs.draft ["noura","cuts","kit media"]', '["bandage.mp3"]')
  localStorage.setItem('sbs.draft ["noura","messages","mentor"]', '"My neighbour fell"')
  localStorage.setItem('sbs.draft ["noura","home","last-opened"]', '"cuts"')
  expect(readDraft(ofType(otherPage, 'multichoice'))).toEqual(['gauze'])
  expect(readDraft(otherPage)).toBe('without a type')
  expect(readDraft(conversationPlace('noura', 'mentor'))).toBe('My neighbour fell')
  expect(readDraft(mediaPlace('noura', 'cuts', 'kit'))).toEqual(['bandage.mp3'])
  expect(readDraft(lastOpenedPlace('noura'))).toBe('cuts')
  migrateDrafts('yousef', ['noura'])
  expect(Object.keys(localStorage).sort()).toEqual([
    'sbs.draft ["yousef","cuts","kit media"]',
    'sbs.draft ["yousef","cuts","kit","multichoice"]',
    'sbs.draft ["yousef","cuts","kit"]',
    'sbs.draft ["yousef","home","last-opened"]',
    'sbs.draft ["yousef","messages","mentor"]',
  ])
})

test('a recording is found where the version before stored it', () => {
  expect(keyAt(pagePlace('noura', 'cuts', 'kit'))).toEqual(['noura', '["cuts","kit"]'])
  expect(keyAt(conversationPlace('noura', 'mentor'))).toEqual(['noura', '["messages","mentor"]'])
})
