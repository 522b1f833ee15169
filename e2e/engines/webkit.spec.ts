import { expect } from '@playwright/test'
import { languages } from '../../contract/languages.ts'
import { test } from '../in-worker.ts'
import { CUTS, cutsOf, cutsPath, type Language, texts } from '../lessons/lesson-walk.ts'
import { mentorWith, storedTexts } from '../messages/talking.ts'
import { codeSentTo, personByPhone, progressOf } from '../people.ts'
import { type Server, withServer } from '../server.ts'
import { type SharedProcess, SharedServer } from '../shared-process.ts'
import { finishPage, lessonPath } from '../study.ts'
import { findWebkit } from './find-webkit.ts'
import { Webkit } from './webkit.ts'
import { writeCourse } from './webkit-editor.ts'

const LESSON = 'first-steps-en-welcome'
const { lesson: words } = texts.en
const QUESTION = 'Can my sister use this phone?'
const MESSAGE = 'لا شبكة هنا'

/** The main button, once it can be pressed. */
const MAIN = '.bottom-bar .bottom-bar-row > button.btn:not([disabled])'
/** React marks each element that it made, so this tells whether the app is ready. */
const IS_APP_HERE =
  "return Object.keys(document.querySelector('.bottom-bar button') ?? {}).some(key => key.startsWith('__react'))"
/** A driver may leave a page before its data is saved, so a journey waits for this. */
const IS_CONVERSATION_SAVED = `
  if (!(await indexedDB.databases()).some(({ name }) => name === 'step-by-step-data')) return false
  const done = request => new Promise(resolve => { request.onsuccess = () => resolve(request.result) })
  const db = await done(indexedDB.open('step-by-step-data'))
  const rows = await done(db.transaction('queries').objectStore('queries').getAll())
  db.close()
  return rows.some(row => row.kind === 'conversation' && JSON.stringify(row.data).includes('"content"'))`
const END_KEY = '\uE010'
const SLIDER = 'main input[type=range]:not(.player *)'

/** Answers a page of each type, in Arabic. */
const answer: Record<string, (webkit: Webkit) => Promise<unknown>> = {
  start: async () => {},
  pressure: webkit =>
    webkit.run(`const film = document.querySelector('video')
      if (film.readyState < 1) await new Promise(resolve => film.addEventListener('loadedmetadata', resolve))
      film.currentTime = film.duration - 0.3
      await film.play()`),
  'first-step': webkit => webkit.press('main .choice:nth-of-type(2)'),
  kit: webkit => webkit.press('main .choice'),
  kinds: webkit => webkit.press('main .choice'),
  words: async webkit => {
    for (const word of ['الضغط', 'ماء جارٍ', 'شاش نظيف'])
      await webkit.press(`//*[contains(@class, 'bank')]//button[normalize-space()='${word}']`)
  },
  confidence: webkit => webkit.type(SLIDER, END_KEY),
  'kit-this-year': async webkit => {
    await webkit.type(SLIDER, END_KEY)
    await webkit.type('main textarea', 'مرّتين هذا العام')
  },
  'last-time': webkit => webkit.type('main textarea', 'ساعدتُ أخي في المطبخ'),
}

const button = (name: string) => `//button[normalize-space()='${name}' or @aria-label='${name}']`

// WebKit and the servers cost more than a journey, so one worker starts them.
test.describe.configure({ mode: 'default' })

let webkit: Webkit

test.beforeAll(async () => {
  test.skip(findWebkit() === undefined, 'no WebKitGTK on this machine')
  webkit = new Webkit()
  await webkit.open()
})
test.afterAll(async () => {
  await webkit?.close()
})

/** Another server has another origin, so the browser has nothing stored for it. */
const onNewServer = (servers: SharedProcess, journey: (server: Server) => Promise<void>) =>
  withServer(new SharedServer(servers), journey)

test('in WebKit Reem writes a text with a form, pastes from Word, orders answers, brings a picture and a sound, and publishes', ({
  servers,
}) => onNewServer(servers, server => writeCourse(webkit, server)))

test('in WebKit Noura signs in, answers, returns by a URL and writes, in both languages, and does all kinds of page with and without a network', ({
  servers,
}) => {
  test.slow()
  return onNewServer(servers, learn)
})

async function learn(server: Server): Promise<void> {
  await mentorWith(server, 0)
  const noura = await personByPhone(server)
  await finishPage(noura, LESSON, 'hello')
  const lastCompleted = async () => (await progressOf(noura, LESSON))?.lastCompleted
  const expectAt = (path: string) => expect.poll(() => webkit.url()).toBe(server.origin + path)

  // A driver may press a button in the moment when the app replaces the first words, so this waits for the app.
  const openLesson = async (path: string) => {
    await webkit.goto(server.origin + path)
    await expect.poll(() => webkit.read(IS_APP_HERE)).toBe(true)
  }
  const signIn = async (language: Language) => {
    const t = texts[language].login
    await webkit.goto(`${server.origin}/login?lang=${language}`)
    await webkit.sees(`html[lang=${language}] #phone`)
    await webkit.type('#phone', noura.phone)
    await webkit.press(button(t.send))
    await webkit.sees('#code')
    await webkit.type('#code', codeSentTo(server, noura.phone))
    // The code of a known phone is sent by itself.
    await webkit.sees('.course .btn')
  }
  const switchTo = async (language: Language) => {
    await webkit.press(button(texts[language === 'ar' ? 'en' : 'ar'].header.menu))
    await webkit.press(button(languages[language].name))
    await webkit.sees(`html[lang=${language}][dir=${languages[language].direction}]`)
  }

  await signIn('en')
  await openLesson(lessonPath(LESSON, 3))
  await webkit.press(button(words.next))
  await expectAt(lessonPath(LESSON, 4))
  await expect.poll(lastCompleted).toBe(3)

  await webkit.goto(`${server.origin}/messages`)
  await webkit.type('textarea', QUESTION)
  await webkit.press(button(texts.en.messages.send))
  await expect.poll(() => storedTexts(noura)).toEqual([QUESTION])
  await expect.poll(() => webkit.read(IS_CONVERSATION_SAVED)).toBe(true)

  await openLesson(lessonPath(LESSON, 4))
  await webkit.press('label:nth-of-type(2)')
  await webkit.press(button(words.next))
  await expectAt(lessonPath(LESSON, 5))
  await expect.poll(async () => (await progressOf(noura, LESSON))?.answers).toEqual({ 'shared-phone': 'log-out' })

  // Pages of all types, from right to left. The last pages are done after the server has stopped. Chromium does them in
  // English.
  const finish = async (pageId: string) => {
    // The URL changes a moment before the page does.
    await webkit.sees(`.lesson-progress progress[value="${CUTS.indexOf(pageId) + 1}"]`)
    await answer[pageId]?.(webkit)
    await webkit.press(MAIN)
    const next = CUTS.indexOf(pageId) + 2
    const path = next > CUTS.length ? '/courses/first-aid-ar' : `${cutsPath('ar')}/${next}`
    await expect.poll(() => webkit.url(), `after ${pageId}`).toBe(server.origin + path)
  }
  const bubble = (text: string) => webkit.sees(`//*[contains(@class, 'bubble')][contains(., '${text}')]`)
  await webkit.goto(`${server.origin}/account`)
  await switchTo('ar')
  await openLesson(cutsPath('ar'))
  for (const pageId of CUTS.slice(0, 5)) await finish(pageId)
  const hasAll =
    "return (await caches.match('/all-screens')) !== undefined && navigator.serviceWorker.controller?.state"
  await expect.poll(() => webkit.read(hasAll), { timeout: 60_000 }).toBe('activated')
  // A driver may leave a page before its answer is on the phone.
  await expect.poll(async () => (await progressOf(noura, cutsOf('ar')))?.lastCompleted).toBe(5)
  await server.stop()
  // The page is loaded again from this phone.
  await openLesson(`${cutsPath('ar')}/6`)
  for (const pageId of CUTS.slice(5)) await finish(pageId)
  await webkit.goto(`${server.origin}/messages`)
  await webkit.type('textarea', MESSAGE)
  await webkit.press(button(texts.ar.messages.send))
  for (const text of [MESSAGE, QUESTION]) await bubble(text)
  await server.start()
  const status = async () => (await progressOf(noura, cutsOf('ar')))?.status
  await expect.poll(status, { timeout: 60_000 }).toBe('complete')
  await expect.poll(() => storedTexts(noura), { timeout: 60_000 }).toEqual([QUESTION, MESSAGE])
  await webkit.goto(`${server.origin}/account`)
  for (const language of ['ar', 'en'] as const) {
    if (language === 'en') await switchTo('en')
    await webkit.sees(`html[lang=${language}] .profile`)
    await webkit.sees(`//*[self::h1 or self::h2][normalize-space()='${texts[language].account.progress}']`)
  }
  // The menu is still open.
  await webkit.press(button(texts.en.page.logout))
  await webkit.sees('#phone')
  await signIn('ar')
}
