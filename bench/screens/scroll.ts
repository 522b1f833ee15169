import type { Browser, Page } from '@playwright/test'
import { withDatabase } from '../../e2e/command.ts'
import { mentorWith } from '../../e2e/messages/talking.ts'
import { bringIn } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { fillMailbox } from '../messages/full-mailbox.ts'
import { percentile, type Row } from '../table.ts'
import { newPhone, openChromium } from './browser.ts'
import { processorTimesOf } from './processor-times.ts'

const MESSAGES = 10_000
/** A cheap phone, simulated on a machine that has other work, too. */
const CPU_SLOWDOWN = 4
/** Faster than anybody reads, but as fast as a finger can scroll. */
const STEP_PX = 500
/** A person notices a longer frame as a stop. */
const MAX_MS = 100
/** The trace has the duration of each frame under this name. */
const FRAME = 'scroll frame'
const STILL = 'scroll: a page of the same messages without any script'
const BUSY = `scroll: 10,000 messages, processor time of a frame times ${CPU_SLOWDOWN}`

/** The cost of scrolling to the beginning of a conversation of ten thousand messages. */
export async function scroll(): Promise<Row[]> {
  const browser = await openChromium()
  if (!browser) return []
  const server = new Server()
  await server.start()
  try {
    const { id, learner } = await mentorWith(server)
    await withDatabase(server, db => fillMailbox(db, id, MESSAGES))
    const page = await (await newPhone(browser)).newPage()
    await bringIn(page, learner, 'ar')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(`${server.origin}/messages`)
    await page.locator('.bubble').last().waitFor()
    const { frames, mostNodes } = await toTheBeginning(page)
    const still = await stillCopy(browser, page)
    const floor = await upAndDown(still, frames.length)
    await still.context().close()
    // Chromium slows the page down by pauses, which would count as processor time.
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    await page.reload()
    await page.locator('.bubble').last().waitFor()
    const busy = await processorTimesOf(FRAME, { browser, page }, () => toTheBeginning(page))
    return [
      { name: 'scroll: 10,000 messages, frame p50', value: percentile(frames, 0.5), unit: 'ms' },
      { name: 'scroll: 10,000 messages, frame p99', value: percentile(frames, 0.99), unit: 'ms', atMost: MAX_MS },
      { name: 'scroll: 10,000 messages, longest frame', value: Math.max(...frames), unit: 'ms', atMost: MAX_MS },
      { name: `${STILL}, frame p99`, value: percentile(floor, 0.99), unit: 'ms' },
      { name: `${STILL}, longest frame`, value: Math.max(...floor), unit: 'ms' },
      { name: `${BUSY}, p99`, value: percentile(busy, 0.99) * CPU_SLOWDOWN, unit: 'ms', atMost: MAX_MS },
      { name: `${BUSY}, longest`, value: Math.max(...busy) * CPU_SLOWDOWN, unit: 'ms', atMost: MAX_MS },
      { name: 'scroll: 10,000 messages, in the document at most', value: mostNodes, unit: 'elements' },
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

/**
 * A copy of the page without its scripts. It shows how long frames take without our code. Chromium slows a page down by
 * the clock, so time that other work on the machine takes counts several times in this copy, too.
 */
async function stillCopy(browser: Browser, page: Page): Promise<Page> {
  const html = await page.evaluate(() => {
    const copy = document.documentElement.cloneNode(true) as HTMLElement
    for (const element of copy.querySelectorAll('script, link[rel=modulepreload]')) element.remove()
    return `<!doctype html>${copy.outerHTML}`
  })
  const still = await (await newPhone(browser)).newPage()
  await still.route(page.url(), route => route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' }))
  const devtools = await still.context().newCDPSession(still)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
  await still.goto(page.url())
  await still.locator('.bubble').last().waitFor()
  return still
}

/** Times between frames (ms) while a list that does not change is scrolled up and down. */
function upAndDown(page: Page, count: number): Promise<number[]> {
  return page.evaluate(
    async ({ stepPx, count }) => {
      const list = document.querySelector('.conversation') as HTMLElement
      const frame = () => new Promise<number>(requestAnimationFrame)
      const end = list.scrollHeight - list.clientHeight
      if (end < stepPx) throw new Error('The copy of the list does not scroll.')
      const frames: number[] = []
      let step = -stepPx
      list.scrollTop = end
      let last = await frame()
      while (frames.length < count) {
        if (list.scrollTop <= 0) step = stepPx
        else if (list.scrollTop >= end - 1) step = -stepPx
        list.scrollTop += step
        const now = await frame()
        frames.push(now - last)
        last = now
      }
      return frames
    },
    { stepPx: STEP_PX, count },
  )
}

/** Times between frames (ms) while a person scrolls without a pause. */
function toTheBeginning(page: Page): Promise<{ frames: number[]; mostNodes: number }> {
  return page.evaluate(
    async ({ stepPx, name }) => {
      const list = document.querySelector('.conversation') as HTMLElement
      const frame = () => new Promise<number>(requestAnimationFrame)
      const frames: number[] = []
      let mostNodes = 0
      let last = await frame()
      while (list.scrollTop > 0 || document.querySelector('.older')) {
        list.scrollTop -= stepPx
        const now = await frame()
        frames.push(now - last)
        performance.measure(name, { start: last, end: now })
        performance.clearMeasures(name)
        last = now
        if (frames.length % 100 === 0) mostNodes = Math.max(mostNodes, list.getElementsByTagName('*').length)
      }
      return { frames, mostNodes }
    },
    { stepPx: STEP_PX, name: FRAME },
  )
}
