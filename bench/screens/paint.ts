import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, CDPSession } from '@playwright/test'
import { Server } from '../../e2e/server.ts'
import { median, type Row } from '../table.ts'
import { newPhone, openChromium } from './browser.ts'
import { type Arrival, lessonOn, login } from './routes.ts'

const TRIES = 5
/** A cheap phone on a poor mobile network. */
const BYTES_PER_SECOND = 400_000 / 8
const LATENCY_MS = 400
const CPU_SLOWDOWN = 4
const LOOK_MS = 100
const FIRST_PAINT_BUDGET_MS = 800
const WORDS_BUDGET_MS = 1500
const ANSWER_BUDGET_MS = 3200

/** Measures how long the sign-in of a first visit, and a learner's question, take to show. */
export async function paint(): Promise<Row[]> {
  const browser = await openChromium()
  if (!browser) return []
  const server = new Server()
  await server.start()
  try {
    const lesson = await lessonOn(server)
    const [atLogin, atLesson] = [await visits(browser, server, login), await visits(browser, server, lesson)]
    const of = (seen: PaintTimes[], moment: keyof PaintTimes) => median(seen.map(times => times[moment]))
    return [
      { name: 'paint, login: first paint', value: of(atLogin, 'painted'), unit: 'ms', atMost: FIRST_PAINT_BUDGET_MS },
      { name: 'paint, login: usable', value: of(atLogin, 'usable'), unit: 'ms' },
      { name: 'paint, lesson: first paint', value: of(atLesson, 'painted'), unit: 'ms' },
      { name: 'paint, lesson: words', value: of(atLesson, 'readable'), unit: 'ms', atMost: WORDS_BUDGET_MS },
      { name: 'paint, lesson: first answer', value: of(atLesson, 'usable'), unit: 'ms', atMost: ANSWER_BUDGET_MS },
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** Milliseconds since the URL was opened. */
export type PaintTimes = { painted: number; readable: number; usable: number }

async function visits(browser: Browser, server: Server, arrival: Arrival): Promise<PaintTimes[]> {
  const seen: PaintTimes[] = []
  for (let count = 0; count < TRIES; count++) seen.push(await visit(browser, server, arrival))
  return seen
}

async function visit(browser: Browser, { origin }: Server, arrival: Arrival): Promise<PaintTimes> {
  const context = await newPhone(browser)
  const seen = await seenOn(context, origin, arrival)
  await context.close()
  return seen
}

/** Opens the page in a new tab, as on a slow phone. */
export async function seenOn(context: BrowserContext, origin: string, arrival: Arrival): Promise<PaintTimes> {
  const { path, ready, words, prepare } = arrival
  const page = await context.newPage()
  await prepare(page)
  await page.addInitScript(watchFor, { words, ready })
  const devtools = await context.newCDPSession(page)
  await slowDown(devtools)
  await page.goto(origin + path, { waitUntil: 'commit' })
  const seen = await seenBy(devtools)
  await page.close()
  return seen
}

/**
 * Runs in the page before its own scripts. Notes when the element `words` is there, and when React, not the prerendered
 * markup, controls the element `ready`.
 */
function watchFor({ words, ready }: { words: string; ready: string }): void {
  const seen = { painted: 0, readable: 0, usable: 0 }
  const look = () => {
    const element = document.querySelector(ready)
    const isAlive = element !== null && Object.keys(element).some(name => name.startsWith('__reactProps'))
    if (document.querySelector(words)) seen.readable ||= performance.now()
    if (isAlive) seen.usable ||= performance.now()
    seen.painted ||= performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    if (Object.values(seen).includes(0)) requestAnimationFrame(look)
    else Object.assign(window, { seen })
  }
  requestAnimationFrame(look)
}

/** Asks over the DevTools protocol. Playwright's own way of waiting costs the page the time of a frame or more. */
async function seenBy(devtools: CDPSession): Promise<PaintTimes> {
  for (;;) {
    const { result } = await devtools.send('Runtime.evaluate', { expression: 'window.seen', returnByValue: true })
    if (result.value) return result.value
    await sleep(LOOK_MS)
  }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
}
