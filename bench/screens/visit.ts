import type { BrowserContext } from '@playwright/test'
import { allCalls } from '../../contract/all-calls.ts'
import { Server } from '../../e2e/server.ts'
import { median, type Row } from '../table.ts'
import { newPhone, openChromium } from './browser.ts'
import { type CountedRequest, countedRequests } from './counted-requests.ts'
import { type PaintTimes, seenOn } from './paint.ts'
import { lessonOn } from './routes.ts'

const TRIES = 5

/** Measures what the first visit to a lesson loads, and how soon a later visit opens it with and without a network. */
export async function visit(): Promise<Row[]> {
  const browser = await openChromium()
  if (!browser) return []
  const server = new Server()
  await server.start()
  const line = await countedRequests(server.origin)
  try {
    const phone = await newPhone(browser)
    const arrival = await lessonOn(server)
    const first = await firstVisit(phone)
    const later = await visits(phone)
    const { asked } = line.take()
    line.cut()
    const alone = await visits(phone)
    const files = asked.filter(({ path }) => !isCall(path))
    // A second visit also saves files that the first one did not load. These are not loaded again.
    const known = new Set(first.asked.map(({ path }) => path))
    const again = files.filter(({ path, status }) => known.has(path) && status !== 304)
    console.log(`  a first visit loads ${first.kb.toFixed(2)} KB`)
    report('a first visit', first.asked)
    report('later visits, only files', files)
    const of = (seen: PaintTimes[], moment: keyof PaintTimes) => median(seen.map(times => times[moment]))
    return [
      { name: 'visit, first: all that it loads', value: first.kb, unit: 'KB', atMost: 140 },
      { name: 'visit, first: requests', value: first.asked.length, unit: 'requests', atMost: 30 },
      { name: 'visit, later: first paint', value: of(later, 'painted'), unit: 'ms', atMost: 300 },
      { name: 'visit, later: first answer', value: of(later, 'usable'), unit: 'ms', atMost: 600 },
      { name: 'visit, later: files loaded again', value: again.length, unit: 'files', atMost: 0 },
      { name: 'visit, no network: first paint', value: of(alone, 'painted'), unit: 'ms', atMost: 300 },
      { name: 'visit, no network: first answer', value: of(alone, 'usable'), unit: 'ms', atMost: 600 },
    ]

    async function firstVisit(context: BrowserContext) {
      const page = await context.newPage()
      await arrival.prepare(page)
      await page.goto(line.origin + arrival.path)
      await line.untilQuiet()
      await page.close()
      return line.take()
    }

    async function visits(context: BrowserContext): Promise<PaintTimes[]> {
      const seen: PaintTimes[] = []
      for (let count = 0; count < TRIES; count++) seen.push(await seenOn(context, line.origin, arrival))
      return seen
    }
  } finally {
    await browser.close()
    line.close()
    await server.remove()
  }
}

function isCall(path: string): boolean {
  return allCalls.some(call => path.startsWith(call.path.split('/', 3).join('/')))
}

function report(what: string, asked: CountedRequest[]): void {
  console.log(
    `  ${what} asks ${asked.map(({ method, path, status, bytes }) => `${method} ${path} ${status} ${bytes}`).join('\n    ')}`,
  )
}
