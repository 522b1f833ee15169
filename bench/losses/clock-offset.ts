/**
 * Loaded into a server before its own code (NODE_OPTIONS=--import=…). The clock is CLOCK_OFFSET_MS ahead, and SIGUSR2
 * sets it back by a minute.
 */
const trueNow = Date.now
let offsetMs = Number(process.env.CLOCK_OFFSET_MS)

Date.now = () => trueNow() + offsetMs

process.on('SIGUSR2', () => {
  offsetMs -= 60_000
})
