import cluster from 'node:cluster'

/**
 * Loaded into the processes of a server before its own code (NODE_OPTIONS=--import=…). The clock of every second worker
 * is five seconds ahead, the clock of each other worker five seconds behind. The supervisor's clock is right.
 */
const APART_MS = 10_000
const trueNow = Date.now

if (cluster.worker) {
  const offsetMs = cluster.worker.id % 2 === 0 ? APART_MS / 2 : -APART_MS / 2
  Date.now = () => trueNow() + offsetMs
}
