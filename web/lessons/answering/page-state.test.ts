import { describe, expect, test } from 'vitest'
import { type KnownPageType, pageTypeOf } from '../../../contract/pages/index.ts'
import { pageState } from './page-state.ts'

const nothingToHear = {
  toFinish: [] as string[],
  finished: new Set<string>(),
  troubled: new Set<string>(),
  isOffline: false,
}

/** An untouched page of a type. */
function page(type: string, draft: unknown = pageTypeOf(type).empty) {
  const given = { isComplete: false, submitted: undefined, isSpoken: false, hasRecording: false }
  return { ...given, type: pageTypeOf(type) as KnownPageType, options: {}, draft, media: nothingToHear }
}

function toFinish(...names: string[]) {
  return { ...nothingToHear, toFinish: names }
}

describe('a page is blocked', () => {
  test('by nothing if it asks for nothing, and never after it is complete', () => {
    expect(pageState(page('rich-text')).blockedBy).toBeUndefined()
    const complete = { ...page('multiselect'), isComplete: true, media: toFinish('a.mp3') }
    expect(pageState(complete).blockedBy).toBeUndefined()
  })

  test('by its answer first, then by its sound', () => {
    const heard = { ...toFinish('a.mp3'), finished: new Set(['a.mp3']) }
    expect(pageState({ ...page('number-text-response', ['3', '']), media: toFinish('a.mp3') }).blockedBy).toBe(
      'write-more',
    )
    expect(pageState({ ...page('number', '3'), media: toFinish('a.mp3') }).blockedBy).toBe('listen')
    expect(pageState({ ...page('number', '3'), media: heard }).blockedBy).toBeUndefined()
  })

  test('until every sound and film has ended', () => {
    const media = toFinish('a.mp3', 'b.mp4')
    const finished = (...names: string[]) =>
      pageState({ ...page('video'), media: { ...media, finished: new Set(names) } })
    expect(finished('a.mp3').blockedBy).toBe('watch')
    expect(finished('a.mp3', 'b.mp4').blockedBy).toBeUndefined()
  })

  test('by the connection if a sound cannot be loaded', () => {
    const media = { ...toFinish('a.mp3'), troubled: new Set(['a.mp3']) }
    expect(pageState({ ...page('rich-text'), media }).blockedBy).toBe('connection')
  })

  test('without a network not by a film that is not on this phone, but by the sound that is', () => {
    const media = { ...toFinish('a.mp4', 'b.mp3'), troubled: new Set(['a.mp4']), isOffline: true }
    const heard = { ...media, finished: new Set(['b.mp3']) }
    expect(pageState({ ...page('rich-text'), media }).blockedBy).toBe('listen')
    expect(pageState({ ...page('rich-text'), media: heard })).toMatchObject({ blockedBy: undefined, press: 'submit' })
    expect(pageState({ ...page('number'), media: heard }).blockedBy).toBe('touch-slider')
  })

  test('not by words in wrong places, which can be checked after the sound has ended', () => {
    const blanks = ['pressure', 'water'].map((id, index) => ({ id, text: id, correctOrder: index + 1 }))
    const wrong = { ...page('match-blanks', ['water', 'pressure']), options: { blanks } }
    expect(pageState(wrong)).toMatchObject({ blockedBy: undefined, press: 'check' })
    expect(pageState({ ...wrong, media: toFinish('a.mp3') }).blockedBy).toBe('listen')
    expect(pageState({ ...wrong, draft: ['water', ''] }).blockedBy).toBe('fill-blanks')
    expect(pageState({ ...wrong, draft: ['pressure', 'water'] })).toMatchObject({ press: 'submit', isDirty: true })
  })
})

describe('a completed page', () => {
  const answers = ['lift', 'press'].map(id => ({ id, text: `${id} it` }))
  const complete = { ...page('multichoice', 'press'), options: { answers }, isComplete: true, submitted: 'press' }

  test('can be left without logging the same answer again', () => {
    expect(pageState(complete)).toMatchObject({ isDirty: false, press: 'go-on' })
    expect(pageState({ ...complete, submitted: 'press it' }), 'an older record').toMatchObject({ isDirty: false })
  })

  test('accepts another answer', () => {
    expect(pageState({ ...complete, draft: 'lift' })).toMatchObject({ answer: 'lift', isDirty: true, press: 'submit' })
  })

  test('can be left with an incomplete draft', () => {
    expect(pageState({ ...complete, draft: '' })).toMatchObject({ press: 'go-on', blockedBy: undefined })
  })

  test('is not left with a text that is too long to be sent', () => {
    const told = { ...page('text-response', 'a'.repeat(20_000)), isComplete: true, submitted: 'My neighbour fell' }
    expect(pageState(told).blockedBy).toBe('too-long')
    expect(pageState({ ...told, draft: 'Short' }).blockedBy).toBeUndefined()
  })
})

describe('a recorded answer', () => {
  const spoken = { ...page('text-response'), isComplete: true, submitted: 'audio:1.mp3', isSpoken: true }

  test('needs no text', () => {
    const recorded = { ...page('text-response'), hasRecording: true }
    expect(pageState(recorded)).toMatchObject({ blockedBy: undefined, press: 'submit' })
  })

  test('stays the answer until something else is written or recorded', () => {
    expect(pageState(spoken)).toMatchObject({ answer: 'audio:1.mp3', isDirty: false, press: 'go-on' })
    expect(pageState({ ...spoken, hasRecording: true })).toMatchObject({ isDirty: true, press: 'submit' })
    expect(pageState({ ...spoken, draft: 'I helped him' })).toMatchObject({ answer: 'I helped him', press: 'submit' })
  })
})
