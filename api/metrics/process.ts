import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { SECOND } from '../../contract/time.ts'
import { counter, gauge, type Metric } from './exposition.ts'

const NANO = 1e9
const MICRO = 1e6
const RESOLUTION_MS = 20

/** Measures this process. The names are those of other Node programs, so that their dashboards fit. */
export function watchProcess(): { metrics: () => Metric[]; stop: () => void } {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()

  /** Seconds, without the resolution of the timer itself. Before the first turn of the timer there are no numbers. */
  const lag = (nanoseconds: number) =>
    Math.max(0, (Number.isFinite(nanoseconds) ? nanoseconds : 0) / NANO - RESOLUTION_MS / SECOND)

  function metrics(): Metric[] {
    const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
    const { user, system } = process.cpuUsage()
    const all = [
      gauge(
        'process_start_time_seconds',
        'When this process was started, in Unix seconds.',
        performance.timeOrigin / SECOND,
      ),
      counter('process_cpu_seconds_total', 'Time of the processor that was used.', (user + system) / MICRO),
      gauge('process_resident_memory_bytes', 'Memory in use.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Heap in use.', heapUsed),
      gauge('nodejs_heap_size_total_bytes', 'Heap that is reserved.', heapTotal),
      gauge('nodejs_external_memory_bytes', 'Memory of objects outside of the heap.', external),
      gauge(
        'nodejs_eventloop_lag_p50_seconds',
        'Half of the turns were this late, since the last scrape.',
        lag(delay.percentile(50)),
      ),
      gauge(
        'nodejs_eventloop_lag_p99_seconds',
        'One turn in a hundred was later, since the last scrape.',
        lag(delay.percentile(99)),
      ),
      gauge('nodejs_eventloop_lag_max_seconds', 'The latest turn, since the last scrape.', lag(delay.max)),
    ]
    delay.reset()
    return all
  }

  return { metrics, stop: () => void delay.disable() }
}
