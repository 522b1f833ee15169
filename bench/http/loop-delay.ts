import { writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

/**
 * Loaded into the measured server before its own code (NODE_OPTIONS=--import=…). At SIGUSR2 it writes the 99th
 * percentile of the event loop's delay since the last time, in ms, to LOOP_DELAY_FILE, and starts again.
 */
const delay = monitorEventLoopDelay({ resolution: 1 })
delay.enable()

process.on('SIGUSR2', () => {
  writeFileSync(process.env.LOOP_DELAY_FILE as string, String(delay.percentile(99) / 1e6))
  delay.reset()
})
