import type { Page } from '@playwright/test'
import { becomeFirstOwner } from '../../contract/organisation/team.ts'
import { personOf, bringIn as signIn } from '../../e2e/people.ts'
import { Server } from '../../e2e/server.ts'
import { newPhone, openChromium } from '../screens/browser.ts'
import { processorTimesOf } from '../screens/processor-times.ts'
import { percentile, type Row } from '../table.ts'
import { bringIn, longCourse } from './courses.ts'

/** A cheap phone. */
const CPU_SLOWDOWN = 4
const KEYS = 120
/** The pace of a fast typist. The draft is stored and sent meanwhile. */
const BETWEEN_KEYS_MS = 90
/** The name of the measure from a key to its letter, in the trace. */
const KEY = 'key to letter'
/** A person notices a letter that comes later. */
const MAX_MS = 50

/**
 * Measures the time from a key to the frame that shows its letter, in the middle of a lesson of 500 pages. Then it
 * measures the processor time of this, which depends less on other work of the machine.
 */
export async function typing(): Promise<Row[]> {
  const browser = await openChromium()
  if (!browser) return []
  const server = new Server({ LIMIT_FACTOR: '100' })
  await server.start()
  try {
    const owner = await personOf(server)
    await owner.call(becomeFirstOwner, { body: {} })
    await bringIn(server, owner, 'long', longCourse)
    const page = await (await newPhone(browser)).newPage()
    await signIn(page, owner, 'en')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.goto(`${server.origin}/org/courses/long/edit/long-a/page-250`)
    const rich = await typedInto(page, 'Question')
    const plain = await typedInto(page, 'Answer 2')
    // Chromium slows the page down by pauses, which would count as processor time.
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    const busy = await processorTimesOf(KEY, { browser, page }, () => typedInto(page, 'Question'))
    return [...rowsOf('in a text with a form', rich), ...rowsOf('in an answer', plain), ...processorRows(busy)]
  } finally {
    await browser.close()
    await server.remove()
  }
}

function rowsOf(where: string, times: number[]): Row[] {
  const name = (what: string) => `typing: a key ${where}, lesson of 500 pages, ${what}`
  return [
    { name: name('p50'), value: percentile(times, 0.5), unit: 'ms' },
    { name: name('p95'), value: percentile(times, 0.95), unit: 'ms', atMost: MAX_MS },
    { name: name('longest'), value: Math.max(...times), unit: 'ms' },
  ]
}

function processorRows(times: number[]): Row[] {
  const name = (what: string) => `typing: processor time of a key in a text with a form, times ${CPU_SLOWDOWN}, ${what}`
  return [
    { name: name('p50'), value: percentile(times, 0.5) * CPU_SLOWDOWN, unit: 'ms' },
    { name: name('p95'), value: percentile(times, 0.95) * CPU_SLOWDOWN, unit: 'ms', atMost: MAX_MS },
  ]
}

async function typedInto(page: Page, name: string): Promise<number[]> {
  const field = page.getByRole('textbox', { name, exact: true })
  // Taps instead of clicking, because a phone has no mouse that stays over the field.
  await field.tap()
  await page.keyboard.press('Control+End')
  await field.evaluate((element, name) => {
    const times: number[] = []
    Object.assign(window, { keyTimes: times })
    element.addEventListener('keydown', ({ timeStamp }) => {
      // The task after a frame begins when that frame is painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => {
          times.push(performance.now() - timeStamp)
          performance.measure(name, { start: timeStamp })
        }
        port2.postMessage(undefined)
      })
    })
  }, KEY)
  await page.keyboard.type('cool water and time '.repeat(KEYS / 20), { delay: BETWEEN_KEYS_MS })
  await page.waitForTimeout(500)
  return page.evaluate(() => (window as unknown as { keyTimes: number[] }).keyTimes)
}
