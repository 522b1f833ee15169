import type { Browser } from '@playwright/test'
import { becomeFirstOwner } from '../../contract/organisation/team.ts'
import { bringIn, type Person, personOf } from '../../e2e/people.ts'
import playwright from '../../e2e/playwright.config.ts'
import { Server } from '../../e2e/server.ts'
import { interactiveAt, openChromium } from '../screens/browser.ts'
import { countedRequests } from '../screens/counted-requests.ts'
import { median, type Row } from '../table.ts'

const TRIES = 5
/** A cheap phone on 4G, as Lighthouse simulates it. */
const BYTES_PER_SECOND = 1_600_000 / 8
const LATENCY_MS = 150
const CPU_SLOWDOWN = 4
const MAX_MS = 2000
const MAX_KB = 40

/** Measures the first visit to the organisation's home. The browser already has the files of the learner's screens. */
export async function home(): Promise<Row[]> {
  const browser = await openChromium()
  if (!browser) return []
  const server = new Server()
  await server.start()
  try {
    const reem = await personOf(server)
    await reem.call(becomeFirstOwner, { body: {} })
    const visits = []
    for (let count = 0; count < TRIES; count++) visits.push(await visit(browser, server, reem))
    return [
      {
        name: "the organisation's home: usable",
        value: median(visits.map(({ ms }) => ms)),
        unit: 'ms',
        atMost: MAX_MS,
      },
      {
        name: "the organisation's home: loaded",
        value: median(visits.map(({ kb }) => kb)),
        unit: 'KB',
        atMost: MAX_KB,
      },
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

async function visit(browser: Browser, server: Server, reem: Person): Promise<{ ms: number; kb: number }> {
  const line = await countedRequests(server.origin)
  const { viewport = null, hasTouch = false } = playwright.use ?? {}
  // Chromium does not slow down the requests of a service worker. So the learner's files are in Chromium's own cache.
  const context = await browser.newContext({ viewport, hasTouch, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await bringIn(page, reem, 'ar')
    await page.goto(`${line.origin}/courses`)
    await line.untilQuiet()
    line.take()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    })
    await page.goto(`${line.origin}/org`, { waitUntil: 'commit' })
    const interactive = await page.waitForFunction(interactiveAt, '.todo', { polling: 'raf' })
    await line.untilQuiet()
    return { ms: (await interactive.jsonValue()) || 0, kb: line.take().kb }
  } finally {
    await context.close()
    line.close()
  }
}
