import { type Sink, sendToServer } from '../analytics/track.ts'
import { loadSettings } from './settings.ts'

let sink: Promise<Sink> | undefined

/** Our own server, or Google Analytics if the Firebase project has it. */
export function analyticsSink(): Promise<Sink> {
  sink ??= choose()
  return sink
}

async function choose(): Promise<Sink> {
  const { firebase } = await loadSettings()
  if (!firebase?.measurementId) return sendToServer
  const { googleAnalytics } = await import('../analytics/google-analytics.ts')
  return googleAnalytics(firebase)
}
