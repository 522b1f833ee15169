import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStore } from '../create-store.ts'
import { changeByKey, changeByNews, deferWhileTyping } from './defer-while-typing.ts'

const page = new EventTarget()
let frames: (() => void)[] = []

/** Reem's form. `shown` has each text that it was told to show. */
function createForm() {
  const draft = createStore('')
  const shown: string[] = []
  draft.watch(deferWhileTyping(() => shown.push(draft.get())))
  const type = (text: string) => changeByKey(() => draft.set(text))
  const hear = (text: string) => changeByNews(() => draft.set(text))
  return { draft, shown, type, hear }
}

async function paint(): Promise<void> {
  const now = frames
  frames = []
  for (const next of now) next()
  // The form hears in a task of a message channel. A later message arrives after it.
  const { port1, port2 } = new MessageChannel()
  const arrived = new Promise(resolve => {
    port1.onmessage = resolve
  })
  port2.postMessage(undefined)
  await arrived
  port1.close()
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.stubGlobal('requestAnimationFrame', (next: () => void) => frames.push(next))
  vi.stubGlobal('cancelAnimationFrame', () => {})
  frames = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a letter is painted before the form hears of it', async () => {
  const { shown, type } = createForm()
  type('a')
  expect(shown).toEqual([])
  await paint()
  expect(shown).toEqual(['a'])
})

test('a reply of the server between two letters waits for the paint of the next one', async () => {
  const { shown, type, hear } = createForm()
  type('a')
  await paint()
  vi.advanceTimersByTime(90)
  hear('a, saved')
  expect(shown).toEqual(['a'])
  type('ab')
  await paint()
  expect(shown).toEqual(['a', 'ab'])
  vi.advanceTimersByTime(1000)
  expect(shown).toEqual(['a', 'ab'])
})

test('after the last letter a reply is shown within 300 ms, and at once while nobody types', async () => {
  const { shown, type, hear } = createForm()
  type('a')
  await paint()
  vi.advanceTimersByTime(100)
  hear('a, saved')
  vi.advanceTimersByTime(199)
  expect(shown).toEqual(['a'])
  vi.advanceTimersByTime(1)
  expect(shown).toEqual(['a', 'a, saved'])
  hear('a, and somebody else')
  expect(shown).toEqual(['a', 'a, saved', 'a, and somebody else'])
})

test('a press, another field, a paste, a drop, Enter and a shortcut first show all that waits', () => {
  for (const event of [
    new Event('click'),
    new Event('focusin'),
    new Event('paste'),
    new Event('drop'),
    Object.assign(new Event('keydown'), { key: 'Enter' }),
    Object.assign(new Event('keydown'), { key: 'z', ctrlKey: true }),
  ]) {
    const { shown, type, hear } = createForm()
    type('a')
    hear('a, saved')
    page.dispatchEvent(Object.assign(new Event('keydown'), { key: 'b' }))
    expect(shown).toEqual([])
    page.dispatchEvent(event)
    expect(shown).toEqual(['a, saved'])
  }
})

test('a letter after a press waits for its own paint, not for that of the letter before the press', async () => {
  const { shown, type } = createForm()
  type('a')
  const painted = frames
  frames = []
  page.dispatchEvent(new Event('click'))
  expect(shown).toEqual(['a'])
  type('ab')
  const later = frames
  frames = painted
  await paint()
  expect(shown).toEqual(['a'])
  frames = later
  await paint()
  expect(shown).toEqual(['a', 'ab'])
})

test('a change by a button is shown at once, with all that waits', () => {
  const { draft, shown, type } = createForm()
  type('a')
  draft.set('moved')
  expect(shown).toEqual(['moved'])
})
