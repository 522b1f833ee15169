/**
 * Loaded into a server before its own code (NODE_OPTIONS=--import=…): its clock is CLOCK_OFFSET_MS ahead, and at SIGUSR2 it
 * is set back by a minute.
 */
const trueNow = Date.now
let offsetMs = Number(process.env.CLOCK_OFFSET_MS)

Date.now = () => trueNow() + offsetMs

process.on('SIGUSR2', () => {
  offsetMs -= 60_000
})
