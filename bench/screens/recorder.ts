import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import type { Browser, Page } from '@playwright/test'
import { createMp3Encoder } from 'wasm-media-encoders/esnext'
import { keptPieces, recorderOn } from '../../e2e/media/recorder.ts'
import { Server } from '../../e2e/server.ts'
import { openPage } from '../../e2e/study.ts'
import { Encoding } from '../../web/media/recorder/capture/encoding.ts'
import { BLOCK_SAMPLES, LIMIT_SECONDS } from '../../web/media/recorder/capture/recording-format.ts'
import { median, type Row } from '../table.ts'
import { newPhone, openChromium } from './browser.ts'

const ASSETS = new URL('../../dist/web/assets/', import.meta.url)
const SAMPLE_RATE = 48_000
const TRIES = 5
const SHORT_MS = 1500
const CPU_SLOWDOWN = 4

/** Measures what a recording costs: bytes before it starts, work while it runs, and the wait at its end. */
export async function recorder(): Promise<Row[]> {
  const browser = await openChromium({ hasWindow: true })
  if (!browser) return []
  const server = new Server()
  await server.start()
  try {
    return [
      { name: 'recorder: all that only it loads', value: loadedKb(), unit: 'KB brotli', atMost: 65 },
      { name: 'recorder: encoder alone, 120 s', value: await encoderSeconds(), unit: 's of CPU' },
      { name: 'recorder: stop to playable', value: await waitAfterStop(browser, server), unit: 'ms', atMost: 200 },
      ...(await twoMinutes(browser, server)),
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** The files that only the recorder needs. Its other code and its texts come with the players, which lessons need. */
function loadedKb(): number {
  const files = readdirSync(ASSETS, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.br'))
  const own = files.filter(file => /^(workers\/(encoder|capture-processor)|mp3)-/.test(file))
  return own.reduce((sum, file) => sum + statSync(new URL(file, ASSETS)).size, 0) / 1024
}

/** The encoder's time on this machine. Its input is noise, which is the most work. */
async function encoderSeconds(): Promise<number> {
  const noise = Float32Array.from({ length: BLOCK_SAMPLES }, () => Math.random() - 0.5)
  const encoding = new Encoding(await createMp3Encoder(), SAMPLE_RATE, () => {})
  const before = process.cpuUsage()
  for (let at = 0; at < LIMIT_SECONDS * SAMPLE_RATE; at += BLOCK_SAMPLES) encoding.add(noise)
  encoding.end()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

/** The time from the press until the browser has the recording, on a slow processor; the median of several tries. */
async function waitAfterStop(browser: Browser, server: Server): Promise<number> {
  const page = await openRecorder(browser, server)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  const { start, stop, delete: remove } = recorderOn(page)
  const waits: number[] = []
  for (let count = 0; count < TRIES; count++) {
    await start.click()
    await stop.waitFor()
    await page.waitForTimeout(SHORT_MS)
    waits.push(await stop.evaluate(pressAndWait))
    await remove.click()
  }
  await page.context().close()
  return median(waits)
}

/** Runs in the page. Returns the ms from the press until the recording is loaded. */
function pressAndWait(stop: Element): Promise<number> {
  return new Promise(resolve => {
    const pressedAt = performance.now()
    const onLoaded = () => resolve(performance.now() - pressedAt)
    document.addEventListener('loadeddata', onLoaded, { capture: true, once: true })
    ;(stop as HTMLElement).click()
  })
}

/** Records in real time, up to the limit. Measures work and memory of the whole tab, and whether any sound is lost. */
async function twoMinutes(browser: Browser, server: Server): Promise<Row[]> {
  const page = await openRecorder(browser, server)
  const { start, stop, delete: remove } = recorderOn(page)
  const before = await tabs(browser)
  await start.click()
  await stop.waitFor()
  const beganAt = performance.now()
  await remove.waitFor({ timeout: (LIMIT_SECONDS + 20) * 1000 })
  const tookSeconds = (performance.now() - beganAt) / 1000
  const after = await tabs(browser)
  const recorded = (await keptPieces(page)).reduce((sum, { seconds }) => sum + seconds, 0)
  await page.context().close()
  return [
    { name: 'recorder: the tab, 120 s', value: after.seconds - before.seconds, unit: 's of CPU' },
    { name: 'recorder: the tab, memory after 120 s', value: after.mb - before.mb, unit: 'MB more' },
    { name: 'recorder: off the limit', value: Math.abs(recorded - LIMIT_SECONDS), unit: 's', atMost: 0.1 },
    // A browser without processor time loses sound before our code gets it. So there is no budget, but it should be
    // almost zero.
    { name: 'recorder: missed by a busy machine', value: Math.max(0, tookSeconds - recorded), unit: 's' },
  ]
}

async function openRecorder(browser: Browser, server: Server): Promise<Page> {
  const context = await newPhone(browser)
  await context.grantPermissions(['microphone'])
  const page = await context.newPage()
  await openPage(page, server, { lessonId: 'first-aid-en-cuts', pageId: 'last-time' })
  await recorderOn(page).start.waitFor()
  return page
}

/** Processor time and memory of all renderer processes. They are those of the tab, because only one is open. */
async function tabs(browser: Browser): Promise<{ seconds: number; mb: number }> {
  const devtools = await browser.newBrowserCDPSession()
  const { processInfo } = await devtools.send('SystemInfo.getProcessInfo')
  await devtools.detach()
  const own = processInfo.filter(({ type }) => type === 'renderer')
  const words = ['-o', 'rss=', '-p', own.map(({ id }) => id).join()]
  const kilobytes = execFileSync('ps', words, { encoding: 'utf8' }).trim().split(/\s+/).map(Number)
  return {
    seconds: own.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
    mb: kilobytes.reduce((sum, size) => sum + size, 0) / 1024,
  }
}
