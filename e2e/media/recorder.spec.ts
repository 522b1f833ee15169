import type { Page } from '@playwright/test'
import { doubleLetters, expectNoBarrier } from '../good-screens.ts'
import { type Language, texts } from '../lessons/lesson-walk.ts'
import { personOf } from '../people.ts'
import type { Server } from '../server.ts'
import { settled } from '../settled.ts'
import { openPage, servePages, tabTo } from '../study.ts'
import { expect, FAILED_REQUEST, test } from '../test.ts'
import { expectGoodMp3, takeTime, timeTaken } from './good-mp3.ts'
import { keptPieces, recorderOn } from './recorder.ts'

test.use({ permissions: ['microphone'] })

const PAGE = 'last-time'

async function openRecorder(page: Page, server: Server, language: Language = 'en') {
  const lessonId = `first-aid-${language}-cuts`
  await takeTime(page)
  const person = await openPage(page, server, { lessonId, pageId: PAGE, language })
  const recorder = recorderOn(page, language)
  await expect(recorder.start).toBeVisible()
  return { ...recorder, person }
}

type Recorder = Awaited<ReturnType<typeof openRecorder>>

async function speak(page: Page, recorder: Recorder, ms: number): Promise<void> {
  await recorder.start.click()
  await expect(recorder.stop).toBeVisible()
  await page.waitForTimeout(ms)
}

async function record(page: Page, recorder: Recorder, ms: number): Promise<void> {
  await speak(page, recorder, ms)
  await recorder.stop.click()
  await expect(recorder.delete).toBeVisible()
}

test('Noura records, listens, deletes and undoes that, in Arabic, also with a poor network and a broken device', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.expected.push(FAILED_REQUEST)
  await page.addInitScript(() => {
    const { resume } = AudioContext.prototype
    AudioContext.prototype.resume = function () {
      return 'isMute' in window ? new Promise(() => {}) : resume.call(this)
    }
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
    navigator.mediaDevices.getUserMedia = async wanted => {
      const stream = await open(wanted)
      Object.assign(globalThis, { microphone: stream.getAudioTracks()[0] })
      return stream
    }
  })
  const recorder = await openRecorder(page, server, 'ar')

  await test.step('a recorder that cannot be loaded says so, and works when the network is back', async () => {
    await context.setOffline(true)
    await recorder.start.click()
    await expect(recorder.alert).toContainText(recorder.words.notLoaded)
    await context.setOffline(false)
    await recorder.start.click()
    await expect(recorder.stop).toBeVisible()
    await expect(recorder.alert).toHaveCount(0)
  })

  await test.step('she records, listens, deletes, undoes that and records again', async () => {
    await expect(recorder.timeLeft).toHaveText('بقي ١:٥٩')
    await expectNoBarrier(page, 'recording', '.recorder')
    await recorder.stop.click()
    await expect(recorder.status).toHaveText(recorder.words.saved)
    await expectNoBarrier(page, 'recorded', '.recorder')
    await recorder.play.click()
    await expect
      .poll(() => recorder.sound.evaluate((sound: HTMLAudioElement) => sound.currentTime))
      .toBeGreaterThan(0.5)

    await recorder.delete.click()
    await expect(recorder.start).toBeVisible()
    await expect(recorder.sound).toHaveCount(0)
    await expectNoBarrier(page, 'deleted', '.recorder')
    await expect.poll(() => keptPieces(page)).toEqual([])
    await recorder.undo.click()
    await expect(recorder.delete).toBeFocused()
    await expect.poll(async () => (await keptPieces(page)).length).toBe(1)

    await recorder.delete.click()
    await record(page, recorder, 1000)
    await expect(recorder.undo).toHaveCount(0)
    await expectGoodMp3(page, await timeTaken(page))
  })

  await test.step('if the sound of the device does not start, the recorder says so, and the next press tries again', async () => {
    await recorder.delete.click()
    await page.evaluate(() => Object.assign(window, { isMute: true }))
    // A tap on the words beside the button works, too.
    await recorder.box.getByText(recorder.words.upTo).click()
    await expect(recorder.alert).toContainText(recorder.words.noSound)
    await expect(recorder.undo, 'what she deleted can still be brought back').toBeVisible()
    await page.evaluate(() => Reflect.deleteProperty(window, 'isMute'))
    await speak(page, recorder, 1500)
  })

  await test.step('a recording stays when the microphone is removed', async () => {
    await page.evaluate(() => {
      const { microphone } = globalThis as unknown as { microphone: MediaStreamTrack }
      microphone.stop()
      microphone.dispatchEvent(new Event('ended'))
    })
    await expect(recorder.delete).toBeVisible()
    await expect(recorder.box).toContainText(recorder.words.microphoneGone)
    await expectGoodMp3(page, { atLeast: 1.5, atMost: 10 })
  })

  await test.step('with text twice as large nothing is outside the screen', async () => {
    const width = () => page.evaluate(() => document.documentElement.scrollWidth)
    await recorder.delete.click()
    await expect(recorder.start).toBeVisible()
    await doubleLetters(page)
    expect(await width()).toBeLessThanOrEqual(360)
    await speak(page, recorder, 500)
    expect(await width()).toBeLessThanOrEqual(360)
    await recorder.stop.click()
    await expect(recorder.play).toBeVisible()
    expect(await width()).toBeLessThanOrEqual(360)
  })
})

test('Yousef records by keyboard, leaves the page meanwhile, and comes back to what he said', async ({
  page,
  server,
}) => {
  const fetched = new Set<string>()
  page.on('request', request => {
    const [path] = /\/workers\/.*|\/mp3-.*\.wasm/.exec(request.url()) ?? []
    if (path) fetched.add(path.replace(/-[\w-]{7}\./, '.'))
  })
  const ahead = ['/mp3.wasm', '/workers/capture-processor.js', '/workers/encoder.js']
  const recorder = await openRecorder(page, server)
  const hasEnded = () => recorder.sound.evaluate((sound: HTMLAudioElement) => sound.ended)

  await test.step("the recorder's worklet and worker are preloaded, before the first touch", async () => {
    await expect.poll(() => [...fetched].sort()).toEqual(ahead)
    expect(page.workers()).toEqual([])
  })

  await test.step('it can be used with the keyboard only', async () => {
    await tabTo(page, recorder.start)
    await page.keyboard.press('Space')
    await expect(recorder.stop).toBeFocused()
    await expect(recorder.timeLeft).toHaveText('1:59 left')
    await page.waitForTimeout(500)
    await page.keyboard.press('Enter')
    await expect(recorder.delete).toBeFocused()
    await test.step('worklet and worker work at the first touch, and end with the recording', async () => {
      expect([...fetched].sort()).toEqual(ahead)
      await expect.poll(() => page.workers()).toEqual([])
    })
    await tabTo(page, recorder.play)
    await page.keyboard.press('Space')
    await expect.poll(hasEnded).toBe(true)
    await recorder.delete.focus()
    await page.keyboard.press('Space')
    await tabTo(page, recorder.undo)
    await page.keyboard.press('Enter')
    await expect(recorder.delete).toBeFocused()
  })

  await test.step('a person who turns the page during a recording finds it when they return', async () => {
    await recorder.delete.click()
    await speak(page, recorder, 1500)
    await page.getByRole('button', { name: 'Previous page' }).click()
    await expect(recorder.box).toHaveCount(0)
    await page.getByRole('button', { name: 'Next page' }).click()
    await expect(recorder.delete).toBeVisible()
    await expectGoodMp3(page, await timeTaken(page))
  })

  await test.step('a playing sound stops when a recording starts', async () => {
    await servePages(page, 'first-aid-en-cuts', own => {
      const avFilename = own
        .flatMap(one => one.options?.answers ?? [])
        .map(answer => answer.avFilename)
        .find(name => name?.endsWith('.mp3'))
      return own.map(one => (one.id === PAGE ? { ...one, avFilename } : one))
    })
    await page.reload()
    await recorder.delete.click()
    await expect(recorder.start).toBeVisible()
    const sound = page.locator('main audio').first()
    await sound.evaluate((element: HTMLAudioElement) => element.play())
    await recorder.start.click()
    await expect(recorder.stop).toBeVisible()
    expect(await sound.evaluate((element: HTMLAudioElement) => element.paused)).toBe(true)
  })

  await test.step('a recording is there after a reload, even if the reload comes during it', async () => {
    await page.waitForTimeout(2500)
    await page.unrouteAll()
    await page.reload()
    await expect(recorder.delete).toBeVisible()
    await expectGoodMp3(page, await timeTaken(page, { lost: 0.7 }))
    await recorder.play.click()
    await expect.poll(hasEnded).toBe(true)
  })

  await test.step('Noura, who learns on the same phone, sees no recording of his, and a sign-out deletes them', async () => {
    await openPage(page, server, { lessonId: 'first-aid-en-cuts', pageId: PAGE, person: await personOf(server) })
    await expect(recorder.start).toBeVisible()
    expect(await keptPieces(page)).not.toEqual([])
    // A request that is still on its way when the session ends gets a 401.
    await settled(page)
    await page.getByRole('button', { name: texts.en.header.menu }).click()
    await page.getByRole('button', { name: texts.en.page.logout }).click()
    await expect(page).toHaveURL(/\/login$/)
    await expect.poll(() => keptPieces(page)).toEqual([])
  })
})

test('an old phone, full or without what a recorder needs, gets an explanation, and a crash loses no more than a second', async ({
  page,
  context,
  server,
}) => {
  const recorder = await openRecorder(page, server)

  await test.step('a full phone is reported, and the recording can still be played', async () => {
    const devtools = await context.newCDPSession(page)
    const { origin } = server
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1000 })
    await recorder.start.click()
    await expect(recorder.alert).toContainText(recorder.words.noSpace)
    await expectNoBarrier(page, 'no space', '.recorder')
    await recorder.stop.click()
    await recorder.play.click()
    await expect.poll(() => recorder.sound.evaluate((sound: HTMLAudioElement) => sound.ended)).toBe(true)
    await recorder.delete.click()
    await expect(page.getByRole('textbox')).toBeEditable()
    await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  })

  const tab = await test.step('a tab that crashes loses no more than the last second', async () => {
    await speak(page, recorder, 2500)
    const address = page.url()
    const crashed = page.waitForEvent('crash')
    page.goto('chrome://crash').catch(() => {})
    await crashed
    const next = await context.newPage()
    await next.goto(address)
    await expect(recorderOn(next).delete).toBeVisible()
    await expectGoodMp3(next, { atLeast: 1.5, atMost: 10 })
    await recorderOn(next).delete.click()
    return next
  })

  await test.step('a browser without WebAudio, or without access to a microphone, gets an explanation', async () => {
    const next = recorderOn(tab)
    const fetched: string[] = []
    await tab.addInitScript(() => Reflect.deleteProperty(globalThis, 'AudioContext'))
    tab.on('request', request => fetched.push(request.url()))
    // The former page may still be loading files, which are not counted.
    tab.once('framenavigated', () => fetched.splice(0))
    await tab.reload()
    await next.start.click()
    await expect(next.alert).toContainText('WebAudio not supported!')
    await expect(next.alert).toContainText(next.words.help.unsupported)
    await tab.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }))
    await tab.reload()
    await next.start.click()
    await expect(next.alert).toContainText('Unable to access the microphone.')
    await expect(next.alert).toContainText(next.words.help.insecure)
    expect(
      fetched.filter(url => url.includes('/workers/')),
      'nothing is fetched that would not help',
    ).toEqual([])
  })
})

test('at two minutes it stops by itself, and warns before', async ({ page, server }) => {
  // Two minutes pass in a second: an offline context renders as fast as the phone can. Two pauses give the page the
  // time to announce.
  await page.addInitScript(() => {
    Object.assign(globalThis, {
      AudioContext: function FastContext() {
        const context = new OfflineAudioContext(1, 125 * 48_000, 48_000)
        const goOn = context.resume.bind(context)
        for (const rest of [95, 115]) void context.suspend(rest).then(() => setTimeout(goOn, 1000))
        // A pause is not an interruption by a call.
        Object.defineProperty(context, 'onstatechange', { value: null, writable: true })
        return Object.assign(context, {
          resume: async () => {},
          close: async () => {},
          createMediaStreamSource() {
            const tone = new OscillatorNode(context)
            tone.start()
            // A worklet handles its messages before it starts.
            setTimeout(() => context.startRendering(), 300)
            return tone
          },
        })
      },
    })
    // On a busy phone the encoder may finish the last part before the page hears that the time is over.
    const { set } = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage') ?? {}
    Object.defineProperty(MessagePort.prototype, 'onmessage', {
      set(listener: (event: MessageEvent) => void) {
        set?.call(this, (event: MessageEvent) => {
          if (event.data?.seconds >= 120) setTimeout(() => listener(event), 1000)
          else listener(event)
        })
      },
    })
    const announced: string[] = []
    Object.assign(globalThis, { announced })
    new MutationObserver(() => {
      const text = document.querySelector('.recorder [role=status]')?.textContent ?? ''
      if (announced.at(-1) !== text) announced.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  const recorder = await openRecorder(page, server)
  await recorder.start.click()
  await expect(recorder.delete).toBeVisible({ timeout: 60_000 })
  await expect(recorder.box).toContainText(recorder.words.limitReached)
  const announced = await page.evaluate(() => (globalThis as unknown as { announced: string[] }).announced)
  expect(announced).toEqual([
    '',
    recorder.words.starting,
    recorder.words.listening,
    '30 seconds left',
    '10 seconds left',
    `${recorder.words.limitReached} ${recorder.words.saved}`,
  ])
  await expectGoodMp3(page, { atLeast: 120, atMost: 120.1 })
})
