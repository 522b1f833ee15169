import type { Browser, Page } from '@playwright/test'

/** As few categories as possible, because tracing itself takes time. */
const TRACED = ['toplevel', 'blink.user_timing']
const TASK = 'ThreadControllerImpl::RunTask'

type Traced = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
  id?: string
  id2?: { local?: string }
}

/**
 * Does the work. Returns the processor time (ms) that the main thread of the page took during each
 * `performance.measure` of this name. Other work on the machine changes it less than the time by the clock.
 */
export async function processorTimesOf(
  measure: string,
  { browser, page }: { browser: Browser; page: Page },
  work: () => Promise<unknown>,
): Promise<number[]> {
  await browser.startTracing(page, { categories: TRACED })
  await work()
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] }
  const measures = traceEvents.filter(({ name }) => name === measure).sort((one, other) => one.ts - other.ts)
  const tasks = traceEvents
    .filter(({ name, pid, tid }) => name === TASK && isThreadOf(measures[0], { pid, tid }))
    .sort((one, other) => one.ts - other.ts)
  let first = 0
  return spansOf(measures).map(([from, until]) => {
    while (first < tasks.length && endOf(tasks[first] as Traced) <= from) first++
    let sum = 0
    for (let at = first; at < tasks.length && (tasks[at] as Traced).ts < until; at++)
      sum += processorMs(tasks[at] as Traced, from, until)
    return sum
  })
}

function endOf({ ts, dur = 0 }: Traced): number {
  return ts + dur
}

/** Chromium uses an id again, so an end belongs to the last beginning with its id. */
function spansOf(measures: readonly Traced[]): [from: number, until: number][] {
  const begun = new Map<string | undefined, number>()
  const spans: [number, number][] = []
  for (const event of measures) {
    const from = begun.get(idOf(event))
    if (event.ph === 'b') begun.set(idOf(event), event.ts)
    else if (event.ph === 'e' && from !== undefined) spans.push([from, event.ts])
  }
  return spans
}

function idOf({ id, id2 }: Traced): string | undefined {
  return id ?? id2?.local
}

function isThreadOf(one: Traced | undefined, { pid, tid }: { pid: number; tid: number }): boolean {
  return one?.pid === pid && one.tid === tid
}

/** The processor time of a task between two times, if it is spread evenly. Times are in microseconds. */
function processorMs({ ts, dur = 0, tdur = 0 }: Traced, from: number, until: number): number {
  const shared = Math.min(until, ts + dur) - Math.max(from, ts)
  return shared <= 0 ? 0 : (tdur * shared) / dur / 1000
}
